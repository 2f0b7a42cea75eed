import type { Log } from '../../kernel/log.js';
import type { Database } from '../connection/database.js';
import { SCHEMA } from '../connection/session.js';
import { createQueryable, type Queryable } from '../sql/queryable.js';

/** The first four bytes of SHA-256('millrace list indexes'). */
const LOCK = 2_794_922_494;

/** Indexes that a migration leaves out on big tables, by name: what stands after `create index concurrently <name>`. */
export const listIndexes: Readonly<Record<string, string>> = {
  runs_by_status: 'on runs (sub_project_id, status, created_ts desc, id desc)',
  runs_by_definition: 'on runs (sub_project_id, definition_id, created_ts desc, id desc)',
  runs_by_end: 'on runs (sub_project_id, ended_ts) where ended_ts is not null',
  incidents_newest: 'on incidents (sub_project_id, created_ts desc, id desc)',
  tasks_by_completer: "on tasks (sub_project_id, completed_by, completed_ts desc, id desc) where state = 'COMPLETED'",
  tasks_open_of_assignee: "on tasks (sub_project_id, assignee, priority desc, created_ts, id) where state = 'OPEN'",
  incidents_open_newest: 'on incidents (sub_project_id, created_ts desc, id desc) where resolved_ts is null',
};

/**
 * Builds the indexes that are missing, concurrently: neither reads nor writes wait. One server builds, the others do
 * nothing. An index whose build was broken off is dropped and built again.
 *
 * @param db as the owner of the tables; another role builds nothing and says so in the log
 * @returns the names of what was built
 */
export async function buildListIndexes(db: Database, log: Log): Promise<readonly string[]> {
  const connection = await db.acquire();
  const session = createQueryable(connection);
  try {
    // It does not wait for the lock: a waiting statement holds a snapshot that a concurrent build waits for.
    const [lock] = await session<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (lock?.locked !== true) return [];
    const valid = await validIndexes(session);
    const missing = Object.entries(listIndexes).filter(([name]) => !valid.has(name));
    if (missing.length > 0 && !(await mayBuild(session))) {
      const indexes = missing.map(([name]) => name);
      log.warn({ indexes }, 'indexes of lists are missing: run "millrace migrate" as the owner of the tables');
      return [];
    }
    // Building takes as long as the table is big. The setting ends with the connection.
    await session.script('set statement_timeout = 0');
    for (const [name, definition] of missing) {
      const started = performance.now();
      await session.script(`drop index concurrently if exists ${name}`);
      await session.script(`create index concurrently ${name} ${definition}`);
      log.info({ index: name, ms: Math.round(performance.now() - started) }, 'index built');
    }
    return missing.map(([name]) => name);
  } finally {
    // The connection ends some time after it is released; the next caller need not wait for that.
    await session`select pg_advisory_unlock_all()`.catch(() => undefined);
    connection.release(true);
  }
}

async function validIndexes(session: Queryable): Promise<ReadonlySet<string>> {
  const rows = await session<{ name: string }>`
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where i.indisvalid and n.nspname = ${SCHEMA} and c.relname = any(${Object.keys(listIndexes)}::text[])`;
  return new Set(rows.map(({ name }) => name));
}

/** Only the owner of a table may index it; the role of a server need not be the owner. */
async function mayBuild(session: Queryable): Promise<boolean> {
  const [row] = await session<{ owns: boolean }>`
    select pg_has_role(c.relowner, 'usage') as owns from pg_class c
    where c.oid = ${`${SCHEMA}.runs`}::regclass`;
  return row?.owns === true;
}
