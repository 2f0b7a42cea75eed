import { operations } from '@millrace/contract';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { appendFileAudit } from '../history/append-file-audit.js';
import { setFileName } from '../records/change-file.js';
import { findFile } from '../records/find-file.js';
import { underHold } from '../retention/legal-hold.js';
import type { FileDeps } from '../store/file-deps.js';
import { checkFileName } from '../upload/upload-request.js';

/** renameFile: another name for a closed file that the caller sees. The object at the store keeps its key. */
export const renameFile =
  ({ subProjects }: Pick<FileDeps, 'subProjects'>): UseCase<'renameFile'> =>
  async (caller, { subProjectId, fileId, fileName }) => {
    const scope = await enter(subProjects, caller, subProjectId, operations.renameFile);
    return caller.write(async (tx) => {
      const file = await findFile(tx, scope, fileId, { lock: true });
      if (file === undefined || file.closedTs === null || file.deletedTs !== null) throw fileNotFound(fileId);
      if (scope.subProject.storage.legalHold) throw underHold(scope.subProject.id);
      const problem = checkFileName(fileName);
      if (problem !== undefined) throw invalidMember('/fileName', `fileName ${problem}.`);
      if (fileName === file.fileName) return { status: 'success', message: 'The file has this name already.' };
      await setFileName(tx, file, fileName);
      const change = { file, before: { fileName: file.fileName }, after: { fileName } };
      await appendFileAudit(tx, caller, 'file.rename', [change]);
      return { status: 'success', message: 'File renamed.' };
    });
  };
