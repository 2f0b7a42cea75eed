import { afterEach, beforeEach, expect, test } from 'vitest';
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

test('applications of before lead nowhere after a sign-out, and servers of the version before go on registering some', async () => {
  const { db } = database;
  await migrateBefore(db, 'post_logout_redirect_uris');
  const insert = (id: string) => db`
    insert into applications (id, name, redirect_uris, scopes, secret_hash, disabled, origin, created_ts)
    values (${id}, ${id}, '{https://app.example/done}', '{openid}', null, false, 'administrator', now())`;
  await insert('mra_before');
  await migrate(db, quietLog);
  await insert('mra_after');
  expect(
    await db`select id, post_logout_redirect_uris as uris from applications where origin = 'administrator' order by id`,
  ).toEqual([
    { id: 'mra_after', uris: [] },
    { id: 'mra_before', uris: [] },
  ]);
});
