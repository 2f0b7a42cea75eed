import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { readableFields } from '../../processes/records/visibility/readable-fields.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { UseCase } from '../../use-case/caller.js';
import { detach } from '../records/attach-directly.js';
import { isDownloadableFrom } from '../records/attachments.js';
import { findFile } from '../records/find-file.js';
import { underHold } from '../retention/legal-hold.js';
import type { FileDeps } from '../store/file-deps.js';

/** detachFile: the process has the file no longer; the file stays. */
export const detachFile =
  ({ subProjects }: Pick<FileDeps, 'subProjects'>): UseCase<'detachFile'> =>
  async (caller, { subProjectId, processId, fileId }) => {
    const scope = await enter(subProjects, caller, subProjectId, operations.detachFile);
    const { subProject, access } = scope;
    return caller.write(async (tx) => {
      // Locked, so that no field gets the file meanwhile.
      const { process } = await enterProcess(tx, subProject, access, processId, {
        unknown: { id: errorIds.processNotFound },
        outside: errorIds.outsideRowFilter,
        lock: true,
      });
      const file = await findFile(tx, scope, fileId, { lock: true });
      const isUsable = file !== undefined && file.closedTs !== null;
      if (!isUsable || !(await isDownloadableFrom(tx, scope, file, process.id))) throw fileNotFound(fileId);
      if (subProject.storage.legalHold) throw underHold(subProject.id);
      const naming = fieldsNaming(subProject, process, file.id);
      const shown = await readableFields(tx, subProject, caller.principal, process.id);
      if (naming.some((field) => shown.has(field))) {
        throw conflict('A field of the process names the file. Clear the field first.');
      }
      // Through a field that the caller does not see the file stays attached, and the answer does not tell.
      if (!(await detach(tx, file, process.id, naming))) {
        return { status: 'success', message: 'The file is not attached to the process.' };
      }
      await appendAudit(tx, caller, [
        {
          action: 'file.detach',
          subProjectId: subProject.id,
          subjectType: 'file',
          subjectId: file.id,
          processId: process.id,
          before: null,
          after: null,
        },
      ]);
      return { status: 'success', message: 'File detached.' };
    });
  };

const fieldsNaming = ({ fields }: SubProject, process: ProcessRow, fileId: string): readonly string[] =>
  Object.entries(process.fields).flatMap(([name, value]) =>
    fields.get(name)?.reference === 'file' &&
    [value].flat().some((one) => typeof one === 'string' && one.toLowerCase() === fileId)
      ? [name]
      : [],
  );
