import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.js';
import type { Connection, Database } from '../../postgres/database.js';
import { createQueryable, type Queryable } from '../../postgres/database.js';
import type { FieldIndexesPort, FieldIndexProgress } from '../../sub-projects/configuration/field-indexes-port.js';
import { findIndexedFields } from '../../sub-projects/records/indexed-fields.js';
import { countFields, forgetFields, noteFields } from '../records/field-indexes/counted-fields.js';
import { findIndexes, syncIndexes } from '../records/field-indexes/sync-indexes.js';
import { indexesOf } from '../records/fields/index-definitions.js';

/** The first four bytes of SHA-256('millrace field indexes'). */
const LOCK = 4_127_001_646;

/**
 * The database indexes and the counters that fields ask for with `x-indexed` (D18). Making them takes long on a large
 * table and must not be part of a deployment's transaction, so it happens after it, in the background, beside reads and
 * writes; until it is done filters and totals are only slower.
 */
export interface FieldIndexes extends FieldIndexesPort {
  /** Resolves when nothing is under way. Failures are logged; what is left is made by the next update. */
  settled(): Promise<void>;
}

/** @param db without a statement timeout, of at least two connections */
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
    progress: (subProjectId) => progressOf(db, subProjectId),
  };
}

/** Brings indexes and counters in line with the current configurations. Of several servers one does it at a time. */
export async function updateFieldIndexes(db: Database, log: Log): Promise<void> {
  const connection = await db.acquire();
  try {
    const session = createQueryable(connection);
    await takeLock(session);
    await bringUpToDate(db, session, connection, log);
  } finally {
    // The lock ends with the connection.
    connection.release(true);
  }
}

/** Waiting inside PostgreSQL would hold a snapshot that a concurrent index build of the other server waits for. */
async function takeLock(session: Queryable): Promise<void> {
  for (;;) {
    const [row] = await session<{ locked: boolean }>`select pg_try_advisory_lock(${LOCK}) as locked`;
    if (row?.locked === true) return;
    await sleep(100);
  }
}

/** Each index costs every new process some microseconds, and planning a little. */
const MOST_FIELDS = 50;

/** Values are noted first, so that no change is missed when they are counted; counting uses the indexes. */
async function bringUpToDate(db: Database, session: Queryable, connection: Connection, log: Log): Promise<void> {
  const asked = await findIndexedFields(session);
  const names = new Set([...new Set(asked.map(({ name }) => name))].slice(0, MOST_FIELDS));
  const fields = asked.filter(({ name }) => names.has(name));
  if (fields.length < asked.length) {
    log.warn(
      { indexed: MOST_FIELDS, left: asked.length - fields.length },
      'too many different fields ask for an index',
    );
  }
  await noteFields(
    session,
    fields.map(({ subProjectId, name }) => ({ subProjectId, field: name })),
  );
  await syncIndexes(session, connection, fields, log);
  await countFields(db);
  await forgetFields(db);
}

/** A field is ready when its values are counted and its indexes are valid. */
async function progressOf(db: Queryable, subProjectId: string): Promise<readonly FieldIndexProgress[]> {
  const fields = (await findIndexedFields(db)).filter((field) => field.subProjectId === subProjectId);
  const valid = new Set((await findIndexes(db)).flatMap((index) => (index.valid ? [index.name] : [])));
  const counted = await db<{ field: string }>`
    select field from process_counted_fields where sub_project_id = ${subProjectId} and ready`;
  const ready = new Set(counted.map(({ field }) => field));
  return fields.map((field) => ({
    field: field.name,
    state:
      ready.has(field.name) && indexesOf(field, undefined).every(({ name }) => valid.has(name)) ? 'ready' : 'building',
  }));
}
