import { appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { systemPrincipal } from '../../use-case/caller.js';
import { OPEN_UPLOAD_MS } from '../records/file-row.js';
import type { PluginReport, Removal } from '../records/reconciliation/reconcile-state.js';
import { isHeld } from '../retention/legal-hold.js';
import type { FileDeps } from '../store/file-deps.js';
import type { ReconcileScope } from './reconcile-scope.js';

/**
 * Whether repairing takes away what no file stands for: only what has been at the store for longer than an upload may be
 * open, since until then it may still get its file, and never in a sub-project under legal hold (D32).
 */
export async function isRemovable(
  { subProjects }: Pick<FileDeps, 'subProjects'>,
  { repair, now }: ReconcileScope,
  subProjectId: string,
  since: Date,
): Promise<boolean> {
  const isOld = since.getTime() < now.getTime() - OPEN_UPLOAD_MS;
  return repair && isOld && !(await isHeld(subProjects, subProjectId));
}

/** The audit rows of removals. They are written before anything is removed. */
export const recordRemovals = (tx: Transaction, plugin: string, removals: readonly Removal[]): Promise<void> =>
  appendAudit(
    tx,
    { principal: systemPrincipal, traceId: newId() },
    removals.map(({ action, subProjectId, fileId, key, size, uploadId }) => ({
      action,
      subProjectId,
      subjectType: 'file' as const,
      subjectId: fileId,
      processId: null,
      before: {
        pluginName: plugin,
        key,
        ...(size === undefined ? {} : { size }),
        ...(uploadId === undefined ? {} : { uploadId }),
      },
      after: null,
    })),
  );

/**
 * Removes what a batch before has decided to remove. It may be done again after a crash: what is gone counts as removed.
 * What came under legal hold since stays.
 *
 * @throws CatalogueError 1709
 */
export async function carryOutRemovals(
  { storage, subProjects }: FileDeps,
  removals: readonly Removal[],
  report: PluginReport,
): Promise<void> {
  for (const { subProjectId, key, uploadId } of removals) {
    if (await isHeld(subProjects, subProjectId)) continue;
    if (uploadId === undefined) {
      await storage.remove(report.plugin, key);
      report.removed += 1;
    } else {
      await storage.abortMultipart(report.plugin, { key, uploadId });
      report.aborted += 1;
    }
  }
}
