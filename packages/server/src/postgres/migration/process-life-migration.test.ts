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

test('[D75] processes of before have no creator and no keys; servers of the version before go on writing', async () => {
  const { db } = database;
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const before = migrations.findIndex(({ name }) => name === 'process_life');
  for (const migration of migrations.slice(0, before)) {
    await copyFile(join(MIGRATIONS_FOLDER, fileName(migration)), join(folder, fileName(migration)));
  }
  await migrate(db, quietLog, folder);
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Claims', now())`;
  const insert = (number: string) => db`
    insert into processes (sub_project_id, id, state, priority, stage_key, fields, created_ts, updated_ts)
    values (${subProjectId}, ${newId()}, 'INIT', 'LOW', 'one', jsonb_build_object('number', ${number}::text), now(), now())`;
  await insert('C-1');
  await migrate(db, quietLog);
  await insert('C-1');
  expect(await db`select created_by from processes`).toEqual([{ created_by: null }, { created_by: null }]);
  expect(await db`select from process_keys`).toEqual([]);
  await db`insert into process_unique_fields (sub_project_id, field) values (${subProjectId}, 'number')`;
  await insert('C-2');
  await expect(insert('C-2')).rejects.toThrow('process_keys_pkey');
});
