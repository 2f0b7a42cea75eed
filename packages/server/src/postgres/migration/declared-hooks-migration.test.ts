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
afterEach(async () => {
  await database.drop();
});

test('[D110] hooks of before belong to no document, and servers of the version before go on making them', async () => {
  const { db } = database;
  await migrateBefore(db, 'declared_hooks');
  const insert = () => db`
    insert into inbound_hooks (sub_project_id, id, definition, acts_as, secrets, created_ts, updated_ts)
    values (${newId()}, ${newId()}, '{"name": "GitHub"}', ${newId()}, '[]', now(), now())`;
  await insert();
  await migrate(db, quietLog);
  await insert();
  expect(await db`select declared_as as "declaredAs", enabled from inbound_hooks`).toEqual([
    { declaredAs: null, enabled: true },
    { declaredAs: null, enabled: true },
  ]);
});
