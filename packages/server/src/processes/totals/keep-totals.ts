import type { Log } from '../../kernel/log.js';
import { type Database, isRetryable, transaction } from '../../postgres/database.js';
import { buildSubProject } from '../records/totals/build.js';
import { findStaleTotals, foldOrBuild, lockTotals, tryLockTotals } from '../records/totals/maintenance.js';

/** Keeps the counters of processes close behind the changes. Lists are exact without it; they get slower. */
export interface TotalsKeeper {
  /**
   * Brings the counters of every sub-project up to date; builds those that are missing. Periodic maintenance calls it.
   */
  keep(): Promise<void>;
  /** A list had to add up many deltas of this sub-project: folds them soon, in the background. */
  nudge(subProjectId: string): void;
  /** Resolves when no nudge is under way. */
  settled(): Promise<void>;
}

/** @param db without a statement timeout: counting ten million processes for the first time takes a minute */
export function createTotalsKeeper({ db, log }: { readonly db: Database; readonly log: Log }): TotalsKeeper {
  const nudged = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  const fold = async (subProjectId: string): Promise<void> => {
    try {
      await bringUpToDate(db, subProjectId);
    } catch (error) {
      // Another server folds at the same time. The next run takes what is left.
      if (!isRetryable(error)) log.warn({ err: error, subProjectId }, 'totals could not be brought up to date');
    }
  };
  return {
    async keep() {
      for (const subProjectId of await findStaleTotals(db)) await fold(subProjectId);
    },
    nudge(subProjectId) {
      if (nudged.has(subProjectId)) return;
      nudged.add(subProjectId);
      running = running.then(() => fold(subProjectId)).finally(() => nudged.delete(subProjectId));
    },
    settled: () => running,
  };
}

/** Brings the counters of one sub-project up to date in one transaction, unless another transaction does so already. */
export async function bringUpToDate(db: Database, subProjectId: string): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      if (await tryLockTotals(tx, subProjectId)) await foldOrBuild(tx, subProjectId);
    },
    { isolation: 'repeatable read' },
  );
}

/**
 * Counts a sub-project anew, whatever its counters say: after rows were loaded past the triggers, or to mend them.
 * Lists stay exact meanwhile. Fields are built again by the next update of the indexes.
 */
export async function rebuildTotals(db: Database, subProjectId: string): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      await lockTotals(tx, subProjectId);
      await buildSubProject(tx, subProjectId);
    },
    { isolation: 'repeatable read' },
  );
}
