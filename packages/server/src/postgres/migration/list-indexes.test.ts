import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase } from '../../testing/test-database.js';
import { buildListIndexes, listIndexes } from './list-indexes.js';
import { migrate } from './migrate.js';
import { MIGRATIONS_FOLDER } from './migration-files.js';

/** One more than a migration still indexes itself. */
const MANY = 20_001;

test('[D55] from the first schema with data: small tables are indexed by the migration, big ones afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  const { db, drop } = await createTestDatabase({ empty: true });
  try {
    await copyFile(join(MIGRATIONS_FOLDER, '0001_first_schema.sql'), join(folder, '0001_first_schema.sql'));
    await migrate(db, quietLog, folder);
    await db`
      insert into incidents (sub_project_id, id, run_id, incident_key, element_id, kind, message, created_ts)
      select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 1, 'a', 'job', 'before', now()
      from generate_series(1, ${MANY})`;
    await migrate(db, quietLog);
    const indexes = async () =>
      (
        await db<{ name: string }>`
          select indexname as name from pg_indexes where indexname = any(${Object.keys(listIndexes)}::text[]) order by 1`
      ).map(({ name }) => name);
    expect(await indexes()).toEqual([
      'runs_by_definition',
      'runs_by_end',
      'runs_by_status',
      'tasks_by_completer',
      'tasks_open_of_assignee',
    ]);
    expect(await buildListIndexes(db, quietLog)).toEqual(['incidents_newest', 'incidents_open_newest']);
    expect(await indexes()).toEqual(Object.keys(listIndexes).toSorted());
    const [row] = await db<{ total: number }>`select count(*) as total from incidents where pattern is null`;
    expect(row?.total).toBe(MANY);
  } finally {
    await drop();
    await rm(folder, { recursive: true });
  }
});

test('the definitions are those of the migration', async () => {
  const { owner, drop } = await createTestDatabase();
  try {
    const definitions = () => owner<{ name: string; text: string }>`
      select indexname as name, indexdef as text from pg_indexes
      where indexname = any(${Object.keys(listIndexes)}::text[]) order by 1`;
    const migrated = await definitions();
    for (const name of Object.keys(listIndexes)) await owner.script(`drop index ${name}`);
    await buildListIndexes(owner, quietLog);
    expect(await definitions()).toEqual(migrated);
  } finally {
    await drop();
  }
});

test('a server whose role does not own the tables builds nothing and says what to do', async () => {
  const { db, owner, drop } = await createTestDatabase();
  const lines: [object, string][] = [];
  const log = { ...quietLog, warn: (context: object, message: string) => void lines.push([context, message]) };
  try {
    await owner.script('drop index runs_by_end');
    expect(await buildListIndexes(db, log)).toEqual([]);
    expect(lines).toEqual([[{ indexes: ['runs_by_end'] }, expect.stringContaining('millrace migrate')]]);
    expect(await buildListIndexes(owner, log)).toEqual(['runs_by_end']);
  } finally {
    await drop();
  }
});
