import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('[D58] a job that was leased before is not counted yet, and servers of the version before go on storing jobs', async ({
  db,
}) => {
  await migrateBefore(db, 'unfinished_attempts');
  const insert = () => db`
    insert into jobs (sub_project_id, id, kind, lane, due_ts, created_ts, leased)
    values (${newId()}, ${newId()}, 'continue', 'engine', now(), now(), true)`;
  await insert();
  await migrate(db, quietLog);
  await insert();
  expect(await db`select unfinished from jobs`).toEqual([{ unfinished: 0 }, { unfinished: 0 }]);
});
