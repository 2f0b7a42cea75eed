import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { firstProcesses } from '../records/attach-files.js';
import { removeRows } from '../records/maintenance-queries.js';
import { underHold } from '../retention/legal-hold.js';
import { removeAll } from '../retention/remove-objects.js';
import type { FileDeps } from '../store/file-deps.js';
import { alreadyClosed, findMultipart } from '../upload/find-upload.js';

/**
 * abortMultipartStorage (extension): gives up an open upload in parts. It names nothing from then on; what is at the store
 * goes at once, or with the next maintenance when the store does not answer now. Under legal hold nothing goes (D32).
 */
export const abortMultipartStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'abortMultipartStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.abortMultipartStorage);
    const found = await findMultipart(db, scope, request.fileId);
    const answer = await caller.write(async (tx) => {
      const file = await findMultipart(tx, scope, request.fileId, { lock: true });
      if (file.closedTs !== null) throw alreadyClosed(file);
      if (scope.subProject.storage.legalHold) throw underHold(scope.subProject.id);
      await tx`update files set purging = true where id = ${file.id}`;
      const processes = await firstProcesses(tx, [file.id]);
      await appendAudit(tx, caller, [
        {
          action: 'file.abort',
          subProjectId: file.subProjectId,
          subjectType: 'file',
          subjectId: file.id,
          processId: processes.get(file.id) ?? null,
          before: { fileName: file.fileName },
          after: null,
        },
      ]);
      return { status: 'success', message: 'The upload was aborted.' };
    });
    try {
      await removeAll(storage, found);
      await removeRows(db, [found.id]);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
    return answer;
  };
