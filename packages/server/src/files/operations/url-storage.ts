import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { isDownloadableFrom } from '../records/attachments.js';
import { findFile } from '../records/find-file.js';
import type { FileDeps } from '../store/file-deps.js';
import { previewType } from '../store/preview-type.js';

/**
 * urlStorage: a signed address that downloads a closed file for 15 minutes (D31). The file must be attached to the named
 * process, or to none. Who asked is kept in the audit log: the address itself needs no bearer token.
 */
export const urlStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'urlStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.urlStorage);
    const { subProject, access } = scope;
    const { process } = await enterProcess(db, subProject, access, request.processId, {
      unknown: { id: errorIds.invalidRequest, status: 404 },
      outside: errorIds.outsideRowFilter,
    });
    const file = await findFile(db, scope, request.fileId);
    const usable = file !== undefined && file.closedTs !== null && file.deletedTs === null;
    if (!usable || !(await isDownloadableFrom(db, file, process.id))) throw fileNotFound(request.fileId);
    const shownAs = request.disposition === 'inline' ? previewType(file.mimeType) : undefined;
    const url = await storage.signDownload(file.plugin, { key: file.objectKey, fileName: file.fileName, shownAs });
    const disposition = shownAs === undefined ? 'attachment' : 'inline';
    return caller.write(async (tx) => {
      await appendAudit(tx, caller, [
        {
          action: 'file.download',
          subProjectId: subProject.id,
          subjectType: 'file',
          subjectId: file.id,
          processId: process.id,
          before: null,
          after: null,
        },
      ]);
      return { urls: [{ fileId: file.id, url, ...(request.disposition === undefined ? {} : { disposition }) }] };
    });
  };
