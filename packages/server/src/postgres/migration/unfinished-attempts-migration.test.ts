import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { migrate } from './migrate.js';
import { fileName, MIGRATIONS_FOLDER, readMigrations } from './migration-files.js';

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

test('[D58] a job that was leased before is not counted yet, and servers of the version before go on storing jobs', async () => {
  const { db } = database;
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const before = migrations.findIndex(({ name }) => name === 'unfinished_attempts');
  for (const migration of migrations.slice(0, before)) {
    await copyFile(join(MIGRATIONS_FOLDER, fileName(migration)), join(folder, fileName(migration)));
  }
  await migrate(db, quietLog, folder);
  const insert = () => db`
    insert into jobs (sub_project_id, id, kind, lane, due_ts, created_ts, leased)
    values (${newId()}, ${newId()}, 'continue', 'engine', now(), now(), true)`;
  await insert();
  await migrate(db, quietLog);
  await insert();
  expect(await db`select unfinished from jobs`).toEqual([{ unfinished: 0 }, { unfinished: 0 }]);
});
