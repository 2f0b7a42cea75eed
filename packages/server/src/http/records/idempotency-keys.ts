import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** One `Idempotency-Key` with what it was sent for (D27). */
export interface IdempotencyKey {
  readonly clientId: string;
  readonly key: string;
  readonly operation: string;
  readonly requestHash: string;
}

/** A request and its answer, as they are kept for a key. */
export interface KeptRequest {
  readonly requestHash: string;
  /** Null while the request runs. */
  readonly response: object | null;
}

/** Answers are kept for 24 hours. */
const KEPT = sql`interval '24 hours'`;

/** The request that is kept for a key; undefined when there is none. */
export async function findKeptRequest(
  db: Queryable,
  { clientId, key }: IdempotencyKey,
): Promise<KeptRequest | undefined> {
  const [row] = await db<KeptRequest>`
    select request_hash as "requestHash", response from idempotency_keys
    where client_id = ${clientId} and key = ${key} and created_ts > now() - ${KEPT}`;
  return row;
}

/**
 * Claims a key for this transaction, also from a request whose answer is no longer kept. Waits for another transaction that
 * claims the same key.
 *
 * @returns false when the key is in use
 */
export async function claimKey(tx: Transaction, key: IdempotencyKey): Promise<boolean> {
  const { count } = await tx`
    insert into idempotency_keys as kept (client_id, key, operation, request_hash, response, created_ts)
    values (${key.clientId}, ${key.key}, ${key.operation}, ${key.requestHash}, null, now())
    on conflict (client_id, key) do update
      set operation = excluded.operation, request_hash = excluded.request_hash, response = null, created_ts = now()
      where kept.created_ts <= now() - ${KEPT}`;
  return count === 1;
}

/** Stores the answer of the request that claimed the key. */
export function storeAnswer(tx: Transaction, { clientId, key }: IdempotencyKey, answer: object): void {
  tx.send(sql`
    update idempotency_keys set response = ${sql.json(answer)} where client_id = ${clientId} and key = ${key}`);
}

/** Deletes answers that are no longer kept, at most `limit` per call; for maintenance. */
export async function forgetOldAnswers(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from idempotency_keys where ctid in (
      select ctid from idempotency_keys where created_ts <= now() - ${KEPT} limit ${limit})`;
  return count;
}
