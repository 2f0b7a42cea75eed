import { type AuditEntry, appendAudit } from '../../audit/records/append.js';
import type { SubProjectAction } from '../../audit/records/sub-project-actions.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { firstProcesses } from '../records/attachments.js';
import type { FileKey } from '../records/file-row.js';

/** What happened to a file. */
export interface FileChange extends Pick<AuditEntry, 'before' | 'after'> {
  readonly file: FileKey;
}

/**
 * Writes one audit row for each file, attributed to the process the file was attached to first, so that the rows appear
 * in its history (D20). Two statements, whatever the number.
 */
export async function appendFileAudit(
  tx: Transaction,
  actor: Actor,
  action: SubProjectAction,
  changes: readonly FileChange[],
): Promise<void> {
  const processes = await firstProcesses(
    tx,
    changes.map(({ file }) => file),
  );
  await appendAudit(
    tx,
    actor,
    changes.map(({ file, before, after }) => ({
      action,
      subProjectId: file.subProjectId,
      subjectType: 'file',
      subjectId: file.id,
      processId: processes.get(file.id) ?? null,
      before,
      after,
    })),
  );
}
