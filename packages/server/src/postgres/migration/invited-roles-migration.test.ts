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

test('invitations of before promise nothing, and servers of the version before go on inviting', async () => {
  const { db } = database;
  await migrateBefore(db, 'invited_roles');
  const insert = (email: string) => db`
    insert into invitations (id, email, name, administrator, link_id, invited_by, invited_by_name, created_ts, expires_ts)
    values (${newId()}, ${email}, '', false, ${newId()}, 'system', 'System', now(), now())`;
  await insert('before@example.com');
  await migrate(db, quietLog);
  await insert('after@example.com');
  expect(await db`select group_ids as groups, memberships from invitations`).toEqual([
    { groups: [], memberships: [] },
    { groups: [], memberships: [] },
  ]);
});
