import { lastFailure } from '../../jobs/records/installation-jobs.js';
import type { Log } from '../../kernel/log.js';
import { type Connection, createQueryable, type Database, type Queryable } from '../../postgres/database.js';
import type { FieldIndexProgress } from '../../sub-projects/configuration/field-indexes-port.js';
import { findIndexedFields } from '../../sub-projects/records/indexed-fields.js';
import { findReadyFields, noteFields } from '../records/field-indexes/counted-fields.js';
import { tryIndexLock } from '../records/field-indexes/index-lock.js';
import { findIndexes, syncIndexes } from '../records/field-indexes/sync-indexes.js';
import { indexesOf } from '../records/fields/index-definitions.js';
import { countFields, forgetFields } from './count-fields.js';

/** Each index costs every new process some microseconds, and planning a little. */
const MAX_INDEXED_FIELDS = 50;

export interface UpdateOptions {
  readonly log: Log;
  /** Ends the work before the next index or field, by an error. */
  readonly signal?: AbortSignal;
  /** Brings the words that search looks at in line as well, under the same lock. */
  readonly searchTexts?: UpdateSearchTexts;
}

/** @param session holds the lock of the job */
export type UpdateSearchTexts = (
  db: Database,
  session: Queryable,
  options: { readonly signal: AbortSignal | undefined },
) => Promise<void>;

/**
 * Brings the database indexes and counters that fields ask for with `x-indexed` (D18) in line with the current
 * configurations. Making them takes long on a large table and must not be part of a deployment's transaction, so it happens
 * after it, beside reads and writes; until it is done filters and totals are only slower. What was interrupted is made again.
 *
 * @param db without a statement timeout, of at least two connections
 * @returns false, with nothing done, while another session does it
 */
export async function updateFieldIndexes(db: Database, options: UpdateOptions): Promise<boolean> {
  const connection = await db.acquire();
  try {
    const session = createQueryable(connection);
    if (!(await tryIndexLock(session))) return false;
    await update(db, session, connection, options);
    return true;
  } finally {
    // The lock ends with the connection.
    connection.release(true);
  }
}

/** Values are noted first, so that no change is missed when they are counted; counting uses the indexes. */
async function update(db: Database, session: Queryable, connection: Connection, options: UpdateOptions) {
  const { log, signal } = options;
  const asked = await findIndexedFields(session);
  const names = new Set([...new Set(asked.map(({ name }) => name))].slice(0, MAX_INDEXED_FIELDS));
  const fields = asked.filter(({ name }) => names.has(name));
  if (fields.length < asked.length) {
    log.warn(
      { indexed: MAX_INDEXED_FIELDS, left: asked.length - fields.length },
      'too many different fields ask for an index',
    );
  }
  await noteFields(
    session,
    fields.map(({ subProjectId, name }) => ({ subProjectId, field: name })),
  );
  const failures = await syncIndexes(session, connection, fields, { log, signal });
  const failed = fields.filter((field) => indexesOf(field, undefined).some(({ name }) => failures.has(name)));
  await countFields(db, { signal, except: new Set(failed.map(({ name }) => name)) });
  await forgetFields(db);
  await options.searchTexts?.(db, session, { signal });
  for (const error of failures.values()) throw error;
}

/** How far the indexed fields of a sub-project are: one is ready when its values are counted and its indexes are valid. */
export async function fieldIndexProgress(db: Queryable, subProjectId: string): Promise<readonly FieldIndexProgress[]> {
  const fields = (await findIndexedFields(db)).filter((field) => field.subProjectId === subProjectId);
  const valid = new Set((await findIndexes(db)).flatMap((index) => (index.valid ? [index.name] : [])));
  const ready = await findReadyFields(db, subProjectId);
  const isReady = (field: (typeof fields)[number]) =>
    ready.has(field.name) && indexesOf(field, undefined).every(({ name }) => valid.has(name));
  const reason = fields.every(isReady) ? undefined : await lastFailure(db, 'field-index');
  return fields.map((field) => {
    if (isReady(field)) return { field: field.name, state: 'ready' };
    return reason === undefined
      ? { field: field.name, state: 'building' }
      : { field: field.name, state: 'failed', reason };
  });
}
