import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import { newId } from '../../kernel/identifiers.js';
import { type Database, transaction } from '../../postgres/database.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import { OPEN_UPLOAD_MS } from '../records/file-row.js';
import { isHeld } from '../retention/legal-hold.js';
import type { FileDeps } from '../store/file-deps.js';
import type { ReconcileOptions } from './reconcile-options.js';

/**
 * Whether repairing takes away what no file stands for: only what has been at the store for longer than an upload may be
 * open, since until then it may still get its file, and never in a sub-project under legal hold (D32).
 */
export async function isRemovable(
  { subProjects }: Pick<FileDeps, 'subProjects'>,
  { repair, now = new Date() }: ReconcileOptions,
  subProjectId: string,
  since: Date,
): Promise<boolean> {
  const isOld = since.getTime() < now.getTime() - OPEN_UPLOAD_MS;
  return repair === true && isOld && !(await isHeld(subProjects, subProjectId));
}

/** Something about to be removed, and what its audit row says of it. */
export interface Removal {
  readonly subProjectId: string;
  readonly fileId: string;
  readonly before: AuditEntry['before'];
}

/** The audit rows of removals. They come first: nothing is ever removed without one. */
export async function recordRemovals(
  db: Database,
  action: 'file.removeOrphan' | 'file.abortStrayUpload',
  removals: readonly Removal[],
): Promise<void> {
  const actor: Actor = { principal: systemPrincipal, traceId: newId() };
  const entries = removals.map(({ subProjectId, fileId, before }) => ({
    action,
    subProjectId,
    subjectType: 'file' as const,
    subjectId: fileId,
    processId: null,
    before,
    after: null,
  }));
  await transaction(db, (tx) => appendAudit(tx, actor, entries));
}
