import type { Log } from '../../kernel/log.js';
import { isRetryable } from '../../postgres/database.js';

/** What follows the event logs of sub-projects. */
export interface Follower {
  /** For the log: `<name> could not be kept`. */
  readonly name: string;
  readonly log: Log;
}

/**
 * Works off sub-projects one after the other. One that fails is logged and left for the next time: it does not hold back the others.
 *
 * @param batch returns whether there may be more
 */
export async function followEach(
  { name, log }: Follower,
  subProjectIds: readonly string[],
  batch: (subProjectId: string) => Promise<boolean>,
): Promise<void> {
  for (const subProjectId of subProjectIds) {
    try {
      while (await batch(subProjectId));
    } catch (error) {
      if (!isRetryable(error)) log.warn({ err: error, subProjectId }, `${name} could not be kept; tried again later`);
    }
  }
}
