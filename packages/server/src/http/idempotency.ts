import { createHash } from 'node:crypto';
import { conflict, invalidRequest } from '../kernel/errors/request-errors.js';
import type { Database, Queryable } from '../postgres/database.js';
import { sql, type Transaction, transaction } from '../postgres/database.js';

/** One `Idempotency-Key` with what it was sent for (D27). */
export interface IdempotencyKey {
  readonly clientId: string;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

/** Answers are kept this long. */
export const keptHours = 24;

/**
 * Reads the header.
 *
 * @throws CatalogueError 1200 when it is not 1 to 255 visible ASCII characters
 */
export function idempotencyKey(
  header: string | string[] | undefined,
  clientId: string,
  operation: string,
  body: unknown,
): IdempotencyKey | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header)) {
    throw invalidRequest('Idempotency-Key must be 1 to 255 visible ASCII characters.');
  }
  const requestHash = createHash('sha256')
    .update(operation)
    .update('\0')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
  return { clientId, key: header, operation, requestHash };
}

/**
 * The answer kept for a key, or undefined when there is none.
 *
 * @throws CatalogueError 1009 when the key was used for another request
 */
export async function keptAnswer(db: Queryable, key: IdempotencyKey): Promise<object | undefined> {
  const [row] = await db<{ request_hash: string; response: object | null }>`
    select request_hash, response from idempotency_keys
    where client_id = ${key.clientId} and key = ${key.key}
      and created_ts > now() - ${`${keptHours} hours`}::interval`;
  if (!row) return undefined;
  if (row.request_hash !== key.requestHash) {
    throw conflict('This Idempotency-Key was used for another request. Use a new key for a new request.');
  }
  return row.response ?? undefined;
}

/**
 * Runs `work` in one transaction. With a key, its answer is kept in the same transaction, so that there is never an
 * effect without its answer nor an answer without its effect; a second request with the key waits for the first one
 * on the key's row and then gets its answer.
 */
export async function writeOnce<T extends object>(
  db: Database,
  key: IdempotencyKey | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!key) return transaction(db, work);
  return transaction(db, async (tx) => {
    if (!(await claim(tx, key))) {
      const kept = await keptAnswer(tx, key);
      if (!kept) throw conflict('A request with this Idempotency-Key is still under way.');
      // The answer was made by the same operation from the same body, so it has that operation's shape.
      return kept as T;
    }
    const answer = await work(tx);
    await tx`
      update idempotency_keys set response = ${sql.json(answer)}
      where client_id = ${key.clientId} and key = ${key.key}`;
    return answer;
  });
}

/** Takes the key, also from a request whose answer is no longer kept. */
async function claim(tx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const { count } = await tx`
    insert into idempotency_keys as kept (client_id, key, operation, request_hash, response, created_ts)
    values (${key.clientId}, ${key.key}, ${key.operation}, ${key.requestHash}, null, now())
    on conflict (client_id, key) do update
      set operation = excluded.operation, request_hash = excluded.request_hash, response = null, created_ts = now()
      where kept.created_ts <= now() - ${`${keptHours} hours`}::interval`;
  return count === 1;
}

/** Forgets answers that are no longer kept; for the maintenance of the worker. Bounded per call. */
export async function forgetOldAnswers(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys
      where created_ts <= now() - ${`${keptHours} hours`}::interval limit ${limit})`;
  return count;
}
