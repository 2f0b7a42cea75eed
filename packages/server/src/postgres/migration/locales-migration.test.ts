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

test('people of before have chosen no language, and servers of the version before go on making people', async () => {
  const { db } = database;
  await migrateBefore(db, 'locales');
  const insert = (name: string) => db`
    insert into users (id, name, email, kind, administrator, disabled, created_ts)
    values (${newId()}, ${name}, ${`${name}@example.com`}, 'person', false, false, now())`;
  await insert('before');
  await migrate(db, quietLog);
  await insert('after');
  expect(await db`select name, locale from users order by name`).toEqual([
    { name: 'after', locale: null },
    { name: 'before', locale: null },
  ]);
});
