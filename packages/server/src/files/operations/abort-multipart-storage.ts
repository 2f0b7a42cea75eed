import { operations } from '@millrace/contract';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { markAborted } from '../records/change-file.js';
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
      await markAborted(tx, file);
      await appendFileAudit(tx, caller, 'file.abort', [{ file, before: { fileName: file.fileName }, after: null }]);
      return { status: 'success', message: 'The upload was aborted.' };
    });
    try {
      await removeAll(storage, found);
      await removeRows(db, [found]);
    } catch (error) {
      if (!(error instanceof CatalogueError)) throw error;
    }
    return answer;
  };
