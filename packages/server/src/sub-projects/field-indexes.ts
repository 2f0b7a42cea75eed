import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from '../postgres/connection.js';
import type { Database } from '../postgres/database.js';
import type { Log } from '../postgres/log.js';
import { createQueryable, type Queryable } from '../postgres/queryable.js';
import { findFieldIndexes, findIndexedFields } from './field-index-queries.js';

/** The first four bytes of SHA-256('millrace field indexes'). */
const LOCK = 4_127_001_646;
const mostIndexes = 100;

/**
 * The database indexes that fields ask for with `x-indexed` (D18). Building one takes seconds on a large table and must
 * not be part of a deployment's transaction, so it happens after it, in the background, without blocking writes.
 */
export interface FieldIndexes {
  /** Starts to bring the indexes in line with the current configurations; call it on start and after deployments. */
  update(): void;
  /** Resolves when nothing is under way. Failures are logged: without its index a field is only slower. */
  settled(): Promise<void>;
}

export function createFieldIndexes({ db, log }: { readonly db: Database; readonly log: Log }): FieldIndexes {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    do {
      again = false;
      try {
        await updateFieldIndexes(db, log);
      } catch (error) {
        log.warn({ err: error }, 'indexes of fields could not be brought up to date');
      }
    } while (again);
    running = undefined;
  };
  return {
    update() {
      if (running === undefined) running = run();
      else again = true;
    },
    settled: async () => running,
  };
}

/**
 * Builds the missing indexes and drops those no current configuration asks for. Of several servers one does it.
 *
 * They are hash indexes, one per field name for all sub-projects: a hash index takes values of any length, where a
 * B-tree refuses the row, and rows without the field are not in it. It serves `eq` and `in`, not ranges.
 */
export async function updateFieldIndexes(db: Database, log: Log): Promise<void> {
  const connection = await db.acquire();
  try {
    const session = createQueryable(connection);
    await session`select set_config('statement_timeout', '0', false)`;
    await lock(session);
    await bringUpToDate(session, connection, log);
  } finally {
    // The lock and the setting end with the connection.
    connection.release(true);
  }
}

/** Waiting inside PostgreSQL would hold a snapshot that a concurrent index build of the other server waits for. */
async function lock(session: Queryable): Promise<void> {
  for (;;) {
    const [row] = await session<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (row?.locked === true) return;
    await sleep(100);
  }
}

async function bringUpToDate(session: Queryable, connection: Connection, log: Log): Promise<void> {
  const fields = await findIndexedFields(session);
  if (fields.length > mostIndexes) {
    log.warn({ count: fields.length, built: mostIndexes }, 'too many different fields ask for an index');
  }
  const wanted = new Map(fields.slice(0, mostIndexes).map((field) => [indexName(field), field]));
  for (const { name, valid } of await findFieldIndexes(session)) {
    if (valid && wanted.delete(name)) continue;
    // A build that was cut off leaves an index that is not valid: it is dropped and built again.
    await connection.script(`drop index concurrently if exists ${quoted(name)}`);
    log.info({ index: name }, 'index of a field dropped');
  }
  for (const [name, field] of wanted) {
    const started = performance.now();
    await connection.script(
      `create index concurrently ${quoted(name)} on processes using hash ((fields -> ${literal(field)}::text))`,
    );
    log.info({ index: name, field, ms: Math.round(performance.now() - started) }, 'index of a field built');
  }
}

/** Readable, unique, and within the 63 bytes of an identifier. */
const indexName = (field: string): string =>
  `processes_field_${field.slice(0, 32)}_${createHash('sha256').update(field).digest('hex').slice(0, 8)}`;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
