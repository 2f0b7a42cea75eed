import { backgroundRunner } from '../../jobs/testing/run-background.js';
import { type ReconciliationOptions, reconciliationWork } from '../reconciliation/reconciliation-work.js';
import type { ReconcileState } from '../records/reconciliation/reconcile-state.js';
import { findReconciliation } from '../records/reconciliation/reconciliation-queries.js';
import type { FileDeps } from '../store/file-deps.js';
import type { FileFixture } from './file-fixture.js';

/** A worker that does storage reconciliations. */
export const reconciliationRunner = (deps: FileDeps, options: ReconciliationOptions = {}) =>
  backgroundRunner(deps.db, [reconciliationWork(deps, options)]);

/** Asks for a comparison, does all of it without waiting for back-offs, and gives what was found. */
export async function reconcile(
  { useCases, caller }: FileFixture,
  deps: FileDeps,
  options: { readonly repair?: boolean; readonly subProjectId?: string; readonly now?: Date } = {},
): Promise<ReconcileState> {
  const { now, ...request } = options;
  const { reconciliation } = await useCases.reconcileStorage(caller('ADMIN'), request);
  // One page a batch, so that every page is kept and read again.
  await reconciliationRunner(deps, { batchMs: 0, ...(now === undefined ? {} : { now: () => now }) }).runAll();
  const row = await findReconciliation(deps.db, reconciliation.id);
  if (row?.progress == null || row.finishedTs === null) throw new Error('the comparison has not finished');
  return row.progress;
}
