import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('nobody is told of what happened before there were notifications', async ({ db }) => {
  await migrateBefore(db, 'notifications');
  const subProjectId = newId();
  await db`insert into event_positions (sub_project_id, last_position) values (${subProjectId}, 7)`;
  await migrate(db, quietLog);
  expect(await db`select sub_project_id as id, position from notification_positions`).toEqual([
    { id: subProjectId, position: 7 },
  ]);
});
