import { createHash } from 'node:crypto';
import { formOf, idempotencyKeySchema, patternOf } from '@millrace/contract';
import { conflict, invalidRequest } from '../kernel/errors/request-errors.js';
import { type Database, type Queryable, type Transaction, transaction } from '../postgres/database.js';
import { claimKey, findKeptRequest, type IdempotencyKey, storeAnswer } from './records/idempotency-keys.js';

const FORM = patternOf(idempotencyKeySchema);

/**
 * Reads the header.
 *
 * @param clientId the client, or another owner of keys that is no client
 * @throws CatalogueError 1200 when it is not what the contract takes
 */
export function idempotencyKey(
  header: string | string[] | undefined,
  clientId: string,
  operation: string,
  body: unknown,
): IdempotencyKey | undefined {
  if (header === undefined) return undefined;
  if (typeof header !== 'string' || !FORM.test(header)) {
    throw invalidRequest(`Idempotency-Key must be ${formOf(idempotencyKeySchema)}.`);
  }
  const requestHash = createHash('sha256')
    .update(operation)
    .update('\0')
    .update(JSON.stringify(body) ?? '')
    .digest('hex');
  return { clientId, key: header, operation, requestHash };
}

/**
 * The answer that is kept for a key; undefined when there is none.
 *
 * @throws CatalogueError 1009 when the key was used for another request
 */
export async function keptAnswer(db: Queryable, key: IdempotencyKey): Promise<object | undefined> {
  const kept = await findKeptRequest(db, key);
  if (kept !== undefined && kept.requestHash !== key.requestHash) {
    throw conflict('This Idempotency-Key was used for another request. Use a new key for a new request.');
  }
  return kept?.response ?? undefined;
}

/**
 * Runs `work` in one transaction. With a key, the answer is stored in the same transaction, so that a change and its answer
 * commit together. A second request with the same key waits for the first one and gets its answer.
 *
 * @throws CatalogueError 1009 when the key was used for another request, or its request still runs
 */
export async function writeOnce<T extends object>(
  db: Database,
  key: IdempotencyKey | undefined,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  if (!key) return transaction(db, work);
  return transaction(db, async (tx) => {
    if (!(await claimKey(tx, key))) {
      const kept = await keptAnswer(tx, key);
      if (!kept) throw conflict('A request with this Idempotency-Key is still under way.');
      // The answer was made by the same operation from the same body, so it has that operation's shape.
      return kept as T;
    }
    const answer = await work(tx);
    storeAnswer(tx, key, answer);
    return answer;
  });
}
