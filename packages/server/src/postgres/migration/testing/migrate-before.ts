import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietLog } from '../../../testing/quiet-log.js';
import type { Database } from '../../connection/database.js';
import { migrate } from '../migrate.js';
import { fileName, MIGRATIONS_FOLDER, readMigrations } from '../migration-files.js';

/** Brings an empty database to the schema that the migration of this name finds. */
export async function migrateBefore(db: Database, name: string): Promise<void> {
  const migrations = await readMigrations(MIGRATIONS_FOLDER);
  const at = migrations.findIndex((migration) => migration.name === name);
  if (at < 0) throw new Error(`there is no migration ${name}`);
  const folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  try {
    for (const migration of migrations.slice(0, at)) {
      await copyFile(join(MIGRATIONS_FOLDER, fileName(migration)), join(folder, fileName(migration)));
    }
    await migrate(db, quietLog, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}
