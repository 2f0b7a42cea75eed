import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';

/** {@link showSecretOnce} for the secret of a client. */
export const showOnce = <T extends object>(
  caller: Caller,
  secret: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T & { readonly client_secret: string }> =>
  showSecretOnce(
    caller,
    { client_secret: secret },
    'The request with this Idempotency-Key was carried out before and its secret was shown then; it is stored only as a hash. Rotate the secret to get another one.',
    work,
  );

/**
 * Runs a change that makes a secret and answers with it. The secret stays out of the answer that an Idempotency-Key
 * keeps, because that is stored in the clear: a repeated request is told that it was carried out, and how to get another
 * secret. This is the one exception to D27, and D11 asks for it. The operation declares `showsSecret`.
 *
 * @param shown the members with the secret
 * @param shownBefore what a repeated request is told
 * @throws CatalogueError 1009 for a repeated request
 */
export async function showSecretOnce<T extends object, S extends object>(
  caller: Caller,
  shown: S,
  shownBefore: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T & S> {
  let carriedOut = false;
  const answer = await caller.write(async (tx) => {
    carriedOut = true;
    return work(tx);
  });
  if (carriedOut) return { ...answer, ...shown };
  throw conflict(shownBefore);
}
