import { type BackgroundWork, inBatch, type Progress } from '../../jobs/worker/background-work.js';
import { newState, type ReconcileState } from '../records/reconciliation/reconcile-state.js';
import {
  findReconciliation,
  finishReconciliation,
  type ReconciliationRow,
  saveReconciliation,
} from '../records/reconciliation/reconciliation-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import { reconcilePage } from './reconcile-page.js';
import { carryOutRemovals, recordRemovals } from './removals.js';

/** Pages are compared for this long before the progress is kept. */
const BATCH_MS = 2000;

export interface ReconciliationOptions {
  /** Default: the clock. */
  readonly now?: () => Date;
  /** Default: {@link BATCH_MS}; 0 for one page. */
  readonly batchMs?: number;
}

/**
 * What a worker does of storage reconciliations (D32). A batch compares some pages and keeps how far it came. Removals are
 * decided, with their audit rows, by one batch and carried out by the next: a crash in between repeats requests to the store,
 * and nothing in the database. A store that does not answer fails the batch; after all attempts its plugin is left, with the
 * reason in its report, and the next plugin follows.
 */
export const reconciliationWork = (deps: FileDeps, options: ReconciliationOptions = {}): BackgroundWork => ({
  kind: 'storage-reconciliation',
  async runBatch(job, { signal }) {
    const row = await findReconciliation(deps.db, job.id);
    if (row === undefined || row.finishedTs !== null) return inBatch(deps.db, job, async () => 'finished');
    const state = row.progress ?? newState();
    const progress = await comparePages(deps, row, state, { ...options, signal });
    return inBatch(deps.db, job, async (tx) => {
      const plugin = state.plugins.at(-1)?.plugin ?? '';
      if (state.removals.length > 0) await recordRemovals(tx, plugin, state.removals);
      if (progress === 'finished') await finishReconciliation(tx, row.id, state, failureOf(state));
      else await saveReconciliation(tx, row.id, state);
      return progress;
    });
  },
  async giveUp(tx, job, reason) {
    const row = await findReconciliation(tx, job.id);
    if (row === undefined || row.finishedTs !== null) return 'finished';
    const state = row.progress ?? newState();
    const report = state.plugins.at(-1);
    const isUnderWay = state.position !== null || state.removals.length > 0;
    if (report === undefined || !isUnderWay) {
      await finishReconciliation(tx, row.id, state, [failureOf(state), reason].filter(Boolean).join('\n'));
      return 'finished';
    }
    report.failure = reason;
    state.position = null;
    state.removals = [];
    await saveReconciliation(tx, row.id, state);
    return 'more';
  },
});

/** Does what the last batch left to do, then compares pages until there is something to keep. Changes `state`. */
async function comparePages(
  deps: FileDeps,
  { repair, plugin, subProjectId }: ReconciliationRow,
  state: ReconcileState,
  { now, batchMs = BATCH_MS, signal }: ReconciliationOptions & { readonly signal: AbortSignal },
): Promise<Progress> {
  const report = state.plugins.at(-1);
  if (state.removals.length > 0 && report !== undefined) {
    await carryOutRemovals(deps, state.removals, report);
    state.removals = [];
    return 'more';
  }
  const scope = { repair, plugin, subProjectId, now: now?.() ?? new Date() };
  const started = performance.now();
  for (;;) {
    if ((await reconcilePage(deps, scope, state)) === 'finished') return 'finished';
    const isOver = signal.aborted || performance.now() - started >= batchMs;
    // A batch belongs to one plugin, so that a failure is the failure of that plugin.
    const isAnother = state.position === null || state.plugins.at(-1) !== report;
    if (isOver || isAnother || state.removals.length > 0) return 'more';
  }
}

function failureOf({ plugins }: ReconcileState): string | null {
  const failures = plugins.flatMap(({ plugin, failure }) => (failure === undefined ? [] : [`${plugin}: ${failure}`]));
  return failures.length === 0 ? null : failures.join('\n');
}
