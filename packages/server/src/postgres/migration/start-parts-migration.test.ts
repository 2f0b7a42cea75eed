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

test('[EV-12] start events that were registered before are the first and only definitions of their elements', async () => {
  const { db } = database;
  const all = await readMigrations(MIGRATIONS_FOLDER);
  const ours = all.findIndex(({ name }) => name === 'parts_of_start_events');
  for (const migration of all.slice(0, ours))
    await copyFile(join(MIGRATIONS_FOLDER, fileName(migration)), join(folder, fileName(migration)));
  await migrate(db, quietLog, folder);
  const [subProject, workflow, definition] = [newId(), newId(), newId()];
  await db`insert into sub_projects (id, name, created_ts) values (${subProject}, 'Starts', now())`;
  await db`
    with workflow as (
      insert into workflows (sub_project_id, id, key, name, description, stage_keys, current_definition_id, created_ts)
      values (${subProject}, ${workflow}, 'w', 'W', '', '{}', ${definition}, now())
    ), definition as (
      insert into workflow_definitions
        (sub_project_id, id, workflow_id, number, bpmn_process_id, bpmn, fingerprint, created_ts)
      values (${subProject}, ${definition}, ${workflow}, 1, 'p', '', '', now())
    )
    insert into start_subscriptions (sub_project_id, definition_id, element_id, workflow_id, kind, name)
    values (${subProject}, ${definition}, 's', ${workflow}, 'message', 'opened')`;
  await migrate(db, quietLog);
  expect(await db`select element_id as id, part, name from start_subscriptions`).toEqual([
    { id: 's', part: 0, name: 'opened' },
  ]);
});
