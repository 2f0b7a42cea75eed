import { expect } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';
import { test } from './testing/migration-test.js';

test('processes that were there before take comments, and only they do', async ({ db }) => {
  await migrateBefore(db, 'comments');
  const [subProjectId, processId] = [newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Comments', now())`;
  await db`
    insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
    values (${subProjectId}, ${processId}, 'INIT', 'LOW', 's', '{}', now(), now())`;
  await migrate(db, quietLog);
  const add = (process: string) => db`
    insert into comments (sub_project_id, id, process_id, author_id, body, created_ts)
    values (${subProjectId}, ${newId()}, ${process}, ${newId()}, 'Known.', now())`;
  await add(processId);
  await expect(add(newId())).rejects.toThrow(/foreign key/);
  expect(await db`select version, mentions from comments`).toEqual([{ version: 1, mentions: [] }]);
});
