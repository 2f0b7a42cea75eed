import type { Log } from '../../kernel/log.js';
import { nextBulk } from '../records/bulk/bulk-queries.js';
import { type BatchDeps, runBatch } from './run-batch.js';

/** Does the bulk updates that were asked for, batch by batch, in turns. */
export interface BulkRunner {
  /** Begins unless it is at it. Resolves before it is done. */
  nudge(): Promise<void>;
  /** Resolves when nothing is under way. */
  idle(): Promise<void>;
  /** Ends after the batch under way; another worker, or this one later, goes on from there. */
  stop(): Promise<void>;
}

/** Any number of server processes may have one: a batch holds the row of its bulk update, and others skip it. */
export function createBulkRunner(deps: BatchDeps, { log }: { readonly log: Log }): BulkRunner {
  let stopping = false;
  let underWay: Promise<void> | undefined;
  const work = async (): Promise<void> => {
    while (!stopping) {
      const next = await nextBulk(deps.db);
      if (next === undefined) return;
      await runBatch(deps, next);
    }
  };
  return {
    async nudge() {
      if (stopping || underWay !== undefined) return;
      underWay = work()
        .catch((error: unknown) => log.warn({ err: error }, 'a batch of a bulk update will be repeated'))
        .finally(() => {
          underWay = undefined;
        });
    },
    async idle() {
      await underWay;
    },
    async stop() {
      stopping = true;
      await underWay;
    },
  };
}
