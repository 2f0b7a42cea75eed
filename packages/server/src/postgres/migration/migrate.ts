import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.js';
import type { Connection } from '../connection/connection.js';
import type { Database } from '../connection/database.js';
import { sqlState } from '../connection/errors.js';
import { SCHEMA } from '../connection/session.js';
import { createQueryable, type Queryable } from '../sql/queryable.js';
import { sql } from '../sql/sql.js';
import { fileName, MIGRATIONS_FOLDER, type Migration, MigrationError, readMigrations } from './migration-files.js';

/** Any number will do as long as nothing else in the database uses it: the first four bytes of SHA-256('millrace'). */
const LOCK = 1_493_995_791;

/**
 * How long a migration waits for a lock. Later statements wait behind it, so this is also how long every other session
 * may be held up by a migration that itself waits for a long transaction.
 */
const LOCK_TIMEOUT_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Between two tries, so that those who waited get their turn. */
const PAUSE_MS = 1000;

/** For which a migration tries again to get its locks. */
const PATIENCE_MS = 300_000;

export interface MigrationPlan {
  /** Number of the newest migration the database has; 0 for an empty database. */
  readonly databaseVersion: number;
  /** Number of the newest migration the code has. */
  readonly codeVersion: number;
  readonly pending: readonly Migration[];
}

interface Applied {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

/**
 * What {@link migrate} would do; changes nothing.
 * @param folder of numbered SQL files, Millrace's own by default
 * @throws MigrationError when a landed file has changed or the database is newer than the code
 */
export async function planMigrations(db: Queryable, folder: string = MIGRATIONS_FOLDER): Promise<MigrationPlan> {
  return plan(await readMigrations(folder), await readApplied(db));
}

/**
 * Brings the database up to the code: applies the pending files in order, each in its own transaction, under an
 * advisory lock, so of several servers that start at once exactly one migrates and the others wait for it. One that cannot
 * get a lock within half a second gives way and is tried again, for `patienceMs`.
 * @returns the plan that was carried out
 * @throws MigrationError as {@link planMigrations}, or naming the file that failed (its changes are undone)
 */
export async function migrate(
  db: Database,
  log: Log,
  folder: string = MIGRATIONS_FOLDER,
  patienceMs = PATIENCE_MS,
): Promise<MigrationPlan> {
  const migrations = await readMigrations(folder);
  const connection = await db.acquire();
  try {
    return await withLock(connection, async (session) => {
      await session.script(`create schema if not exists ${SCHEMA};
        create table if not exists ${SCHEMA}.millrace_migrations (
          number integer primary key,
          name text not null,
          sha256 text not null,
          applied_ts timestamptz not null default now()
        )`);
      const todo = plan(migrations, await readApplied(session));
      for (const migration of todo.pending) await applyPatiently({ connection, session, log }, migration, patienceMs);
      return todo;
    });
  } finally {
    // Session settings and the advisory lock end with the connection.
    connection.release(true);
  }
}

async function withLock<T>(connection: Connection, work: (session: Queryable) => Promise<T>): Promise<T> {
  const session = createQueryable(connection);
  // A migration may build an index for minutes and another server may wait for it that long.
  await session`select set_config('statement_timeout', '0', false)`;
  await session`select pg_advisory_lock(${LOCK})`;
  return work(session);
}

interface Work {
  readonly connection: Connection;
  readonly session: Queryable;
  readonly log: Log;
}

async function applyPatiently(work: Work, migration: Migration, patienceMs: number): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      await apply(work, migration);
      return;
    } catch (error) {
      const isLocked = sqlState(error) === LOCK_NOT_AVAILABLE;
      if (isLocked && Date.now() < until) {
        const holders = await longestTransactions(work.session);
        work.log.warn({ migration: fileName(migration), holders }, 'a migration waits for a lock and is tried again');
        await sleep(PAUSE_MS);
        continue;
      }
      const reason = error instanceof Error ? error.message : String(error);
      const hint = isLocked ? `; open for longest: ${await longestTransactions(work.session)}` : '';
      throw new MigrationError(`migration ${fileName(migration)} failed: ${reason}${hint}`, { cause: error });
    }
  }
}

async function apply({ connection, session, log }: Work, migration: Migration): Promise<void> {
  const started = performance.now();
  await connection.control('begin');
  try {
    await session`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
    await session.script(migration.text);
    await session`insert into ${sql.id(SCHEMA, 'millrace_migrations')} (number, name, sha256)
      values (${migration.number}, ${migration.name}, ${migration.sha256})`;
    await connection.control('commit');
  } catch (error) {
    await connection.control('rollback');
    throw error;
  }
  const ms = Math.round(performance.now() - started);
  log.info({ migration: fileName(migration), ms }, 'migration applied');
}

/** Whom an operator may ask to finish; what they run is not shown. */
async function longestTransactions(session: Queryable): Promise<string> {
  const rows = await session<{ pid: number; name: string; seconds: number }>`
    select pid, coalesce(application_name, '') as name,
      round(extract(epoch from clock_timestamp() - xact_start))::float8 as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 3`;
  return rows.map(({ pid, name, seconds }) => `process ${pid} (${name}, ${seconds} s)`).join(', ') || 'none to be seen';
}

async function readApplied(db: Queryable): Promise<readonly Applied[]> {
  const [table] = await db<{ present: boolean }>`
    select to_regclass(${`${SCHEMA}.millrace_migrations`}) is not null as present`;
  if (table?.present !== true) return [];
  return db<Applied>`select number, name, sha256 from ${sql.id(SCHEMA, 'millrace_migrations')} order by number`;
}

function plan(migrations: readonly Migration[], applied: readonly Applied[]): MigrationPlan {
  const databaseVersion = applied.at(-1)?.number ?? 0;
  const codeVersion = migrations.length;
  if (databaseVersion > codeVersion) {
    throw new MigrationError(
      `the database is at version ${databaseVersion} and this Millrace knows versions up to ${codeVersion}: ` +
        'it was migrated by a newer Millrace; start that one, or restore a backup made before the upgrade',
    );
  }
  for (const [index, landed] of applied.entries()) {
    const file = migrations[index];
    if (file?.number === landed.number && file.sha256 === landed.sha256) continue;
    throw new MigrationError(
      `migration ${fileName(landed)} was applied to this database with other content than the file has now: ` +
        'landed migrations never change, add a new one',
    );
  }
  return { databaseVersion, codeVersion, pending: migrations.slice(applied.length) };
}
