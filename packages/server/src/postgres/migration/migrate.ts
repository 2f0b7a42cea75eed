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

const INSUFFICIENT_PRIVILEGE = '42501';
const UNDEFINED_OBJECT = '42704';

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
      const todo = plan(migrations, await readApplied(session));
      if (todo.pending.length === 0) return todo;
      await session.script(`create schema if not exists ${SCHEMA};
        create table if not exists ${SCHEMA}.millrace_migrations (
          number integer primary key,
          name text not null,
          sha256 text not null,
          applied_ts timestamptz not null default now()
        )`);
      const work = { connection, session, log };
      for (const migration of todo.pending) await applyPatiently(work, migration, patienceMs);
      await grantAgain(work, patienceMs);
      return todo;
    });
  } catch (error) {
    throw sqlState(error) === INSUFFICIENT_PRIVILEGE ? notTheOwner(error) : error;
  } finally {
    // Session settings and the advisory lock end with the connection.
    connection.release(true);
  }
}

const notTheOwner = (error: unknown): MigrationError =>
  new MigrationError(
    'the database must be migrated, and the role of DATABASE_URL may not do it. Run `millrace migrate` with a ' +
      "DATABASE_URL of the schema's owner, then start the server",
    { cause: error },
  );

/**
 * Gives a role what servers need, except for changing the audit log (D67). To be called as the owner of the schema; does
 * nothing for a role that has it all. {@link migrate} repeats it for the same roles.
 * @throws MigrationError when there is no such role, or it would not end up with less than the owner
 */
export async function grantToServer(
  db: Database,
  log: Log,
  role: string,
  patienceMs: number = PATIENCE_MS,
): Promise<void> {
  const connection = await db.acquire();
  try {
    await withLock(connection, async (session) => {
      // Extensions are created by the owner: the servers use this one when it is there.
      await session.script('create extension if not exists pg_trgm').catch((error: unknown) => {
        log.warn({ err: error }, 'the extension pg_trgm cannot be created; "contains" on indexed fields has no index');
      });
      await grant({ connection, session, log }, role, patienceMs);
    });
  } catch (error) {
    if (sqlState(error) === UNDEFINED_OBJECT) {
      throw new MigrationError(`there is no database role ${role}. Create it: create role ${role} login password '…'`);
    }
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MigrationError(
      `the role of DATABASE_URL may not grant to ${role}. Use the owner of the schema, and as a superuser run ` +
        `\`grant ${role} to <owner>\` once`,
      { cause: error },
    );
  } finally {
    connection.release(true);
  }
}

/** The roles that it was done for before may add to the audit log. */
async function grantAgain(work: Work, patienceMs: number): Promise<void> {
  const roles = await work.session<{ name: string }>`
    select distinct pg_get_userbyid(g.grantee) as name from pg_class c, aclexplode(c.relacl) g
    where c.oid = to_regclass(${`${SCHEMA}.audit_log`}) and g.grantee not in (0, c.relowner) and g.privilege_type = 'INSERT'`;
  for (const { name } of roles) await grant(work, name, patienceMs);
}

const grant = (work: Work, role: string, patienceMs: number): Promise<void> =>
  patiently(work, `grant to ${role}`, patienceMs, async () => {
    await work.session`select ${sql.id(SCHEMA, 'grant_to_server')}(${role})`;
  });

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
  const name = fileName(migration);
  const started = performance.now();
  try {
    await patiently(work, name, patienceMs, async () => {
      await work.session.script(migration.text);
      await work.session`insert into ${sql.id(SCHEMA, 'millrace_migrations')} (number, name, sha256)
        values (${migration.number}, ${migration.name}, ${migration.sha256})`;
    });
    work.log.info({ migration: name, ms: Math.round(performance.now() - started) }, 'migration applied');
  } catch (error) {
    if (sqlState(error) === INSUFFICIENT_PRIVILEGE) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const isLocked = sqlState(error) === LOCK_NOT_AVAILABLE;
    const hint = isLocked ? `; open for longest: ${await longestTransactions(work.session)}` : '';
    throw new MigrationError(`migration ${name} failed: ${reason}${hint}`, { cause: error });
  }
}

/** Does the work in a transaction that gives way to others and is tried again when it cannot get a lock at once. */
async function patiently(work: Work, name: string, patienceMs: number, change: () => Promise<void>): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await inTransaction(work, change);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE || Date.now() >= until) throw error;
      const holders = await longestTransactions(work.session);
      work.log.warn({ migration: name, holders }, 'a migration waits for a lock and is tried again');
      await sleep(PAUSE_MS);
    }
  }
}

async function inTransaction({ connection, session }: Work, change: () => Promise<void>): Promise<void> {
  await connection.control('begin');
  try {
    await session`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
    await change();
    await connection.control('commit');
  } catch (error) {
    await connection.control('rollback');
    throw error;
  }
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
  try {
    const [table] = await db<{ present: boolean }>`
      select to_regclass(${`${SCHEMA}.millrace_migrations`}) is not null as present`;
    if (table?.present !== true) return [];
    return await db<Applied>`select number, name, sha256 from ${sql.id(SCHEMA, 'millrace_migrations')} order by number`;
  } catch (error) {
    if (sqlState(error) !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new MigrationError(
      `the role of DATABASE_URL has no privileges in the schema ${SCHEMA}. As the owner of the schema run ` +
        '`millrace migrate --grant <role>`',
      { cause: error },
    );
  }
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
