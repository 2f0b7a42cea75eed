import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import type { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { checkQuarantine } from '../quarantine/check-quarantine.js';
import { isDownloadableFrom } from '../records/attachments.js';
import { type FileScope, findFile } from '../records/find-file.js';
import type { FileDeps } from '../store/file-deps.js';
import { previewType } from '../store/preview-type.js';

/**
 * urlStorage: a signed address that downloads a closed file for 15 minutes (D31). The file must be attached to the named
 * process, or to none. Without a process it is an extension, for any file that the caller sees.
 * Who asked is kept in the audit log: the address itself needs no bearer token.
 */
export const urlStorage =
  ({ db, subProjects, storage }: FileDeps): UseCase<'urlStorage'> =>
  async (caller, { subProjectId, processId: named, fileId, disposition: wanted }) => {
    const scope = await enter(subProjects, caller, subProjectId, operations.urlStorage);
    const processId = named === undefined ? undefined : await processOf(db, scope, named);
    const file = await findFile(db, scope, fileId);
    const usable = file !== undefined && file.closedTs !== null && file.deletedTs === null;
    if (!usable || (processId !== undefined && !(await isDownloadableFrom(db, scope, file, processId)))) {
      throw processId === undefined ? processMissing() : fileNotFound(fileId);
    }
    checkQuarantine(file);
    const shownAs = wanted === 'inline' ? previewType(file.mimeType) : undefined;
    const url = await storage.signDownload(file.plugin, { key: file.objectKey, fileName: file.fileName, shownAs });
    const disposition = shownAs === undefined ? 'attachment' : 'inline';
    return caller.write(async (tx) => {
      await appendAudit(tx, caller, [
        {
          action: 'file.download',
          subProjectId: scope.subProject.id,
          subjectType: 'file',
          subjectId: file.id,
          processId: processId ?? null,
          before: null,
          after: null,
        },
      ]);
      return { urls: [{ fileId: file.id, url, ...(wanted === undefined ? {} : { disposition }) }] };
    });
  };

async function processOf(db: Queryable, { subProject, access }: FileScope, processId: string): Promise<string> {
  const { process } = await enterProcess(db, subProject, access, processId, {
    unknown: { id: errorIds.invalidRequest, status: 404 },
    outside: errorIds.outsideRowFilter,
  });
  return process.id;
}

/** The same for every file that the caller does not see, so that it tells nothing of them. */
const processMissing = (): CatalogueError =>
  invalidMember('/processId', 'processId is required, except for a closed file that you see.');
