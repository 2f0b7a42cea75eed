import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { packageFolder } from '../../kernel/package-folder.js';

/** One numbered SQL file. The hash is the SHA-256 of its text in hex. */
export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly text: string;
  readonly sha256: string;
}

/** A folder of migrations that breaks the rules, or a database that does not fit the folder. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The package publishes the SQL files where they are written; a build copies none. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('src/postgres/migrations/', packageFolder));

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/**
 * The migrations of a folder in order: `0001_name.sql`, `0002_name.sql`, ... without gaps.
 * @throws MigrationError for a .sql file that is misnamed, a number used twice or one left out
 */
export async function readMigrations(folder: string): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)));
  migrations.forEach((migration, index) => {
    if (migration.number === index + 1) return;
    const wanted = String(index + 1).padStart(4, '0');
    throw new MigrationError(
      `expected migration ${wanted}, found ${fileName(migration)}: numbers have no gaps or twins`,
    );
  });
  return migrations;
}

/** `0001_name.sql` */
export function fileName(migration: { readonly number: number; readonly name: string }): string {
  return `${String(migration.number).padStart(4, '0')}_${migration.name}.sql`;
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const match = FILE_NAME.exec(file);
  const [, number, name] = match ?? [];
  if (number === undefined || name === undefined) {
    throw new MigrationError(`${file} is not named like 0001_some_name.sql`);
  }
  // Git may have checked the file out with other line ends; the content is the same.
  const text = (await readFile(`${folder}/${file}`, 'utf8')).replaceAll('\r\n', '\n');
  return { number: Number(number), name, text, sha256: createHash('sha256').update(text).digest('hex') };
}
