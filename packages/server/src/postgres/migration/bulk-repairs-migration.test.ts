import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { migrate } from './migrate.js';
import { migrateBefore } from './testing/migrate-before.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
});
afterEach(() => database.drop());

test('bulk operations of before repair nothing, and servers of the version before go on beginning them', async () => {
  const { db } = database;
  await migrateBefore(db, 'bulk_repairs');
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Orders', now())`;
  const insert = async () => {
    const id = newId();
    await db`insert into bulk_operations (sub_project_id, id, user_id, scopes, trace_id, filters, updates, state, total,
        before_ts, before_id, created_ts, updated_ts)
      values (${subProjectId}, ${id}, ${newId()}, '{}', 'trace', '{}', '{"notes": "x"}', 'RUNNING', 2, now(), ${newId()},
        now(), now())`;
    await db`insert into jobs (sub_project_id, id, kind, lane, due_ts, created_ts)
      values (${subProjectId}, ${id}, 'bulk-update', 'background', now(), now())`;
  };
  await insert();
  await migrate(db, quietLog);
  await insert();
  expect(await db`select repair from bulk_operations`).toEqual([{ repair: null }, { repair: null }]);
  await db`insert into jobs (sub_project_id, id, kind, lane, due_ts, created_ts)
    values (${subProjectId}, ${newId()}, 'bulk-repair', 'background', now(), now())`;
});
