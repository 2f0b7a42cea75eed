import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';

/**
 * Runs a change whose answer has a secret. The secret stays out of the answer that an Idempotency-Key keeps, because that is
 * stored in the clear: a repeated request is told how to get another one.
 *
 * @throws CatalogueError 1009 for a repeated request
 */
export async function answerWithSecret<T extends object>(
  caller: Caller,
  work: (tx: Transaction) => Promise<T & { readonly secret: string | null }>,
): Promise<T & { readonly secret: string | null }> {
  let secret: string | null | undefined;
  const answer = await caller.write(async (tx) => {
    const { secret: made, ...rest } = await work(tx);
    secret = made;
    return { ...rest, secret: null };
  });
  if (secret !== undefined) return { ...(answer as unknown as T), secret };
  throw conflict(
    'The request with this Idempotency-Key was carried out before and its secret was shown then. Call rotateSubscriptionSecret to get another one.',
  );
}
