import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Caller } from '../use-case/caller.js';

/** Ends a use case where its transaction would begin: what it checks before has passed. */
class ChecksPassed extends Error {
  override readonly name = 'ChecksPassed';
}

/** Statuses of errors that only say that the request has been carried out: it changed what it was about. */
const BECAUSE_DONE: ReadonlySet<number> = new Set([400, 404, 409, 412, 423]);

/**
 * Answers a repeated request with what is kept for its Idempotency-Key, if the caller still has the right to the request
 * (D27): the use case runs up to its transaction, so the sub-project, the role, its scope and its lists are checked as for
 * a new request. The row filter is checked again only by operations that check it before their transaction: others, such as
 * a hand-over, may have moved the process out of it themselves.
 *
 * @param reads whether the operation only reads, so that what it is about must still be there for the caller
 * @param run the use case with this `write`
 * @throws CatalogueError the refusal
 */
export async function replayAnswer(
  kept: object,
  reads: boolean,
  run: (write: Caller['write']) => Promise<object>,
): Promise<object> {
  try {
    await run(async () => {
      throw new ChecksPassed();
    });
  } catch (error) {
    if (comesFromPassing(error)) return kept;
    const isDone = error instanceof CatalogueError && BECAUSE_DONE.has(error.status);
    if (!isDone || (reads && error.status === 404)) throw error;
  }
  return kept;
}

/**
 * Use cases may have put another error in its place, with it as the cause. That the checks passed once does not count: when the
 * configuration was outdated, the use case starts over with the one in force.
 */
const comesFromPassing = (error: unknown): boolean =>
  error instanceof ChecksPassed || (error instanceof Error && comesFromPassing(error.cause));
