import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { fileNotFound } from '../../kernel/errors/storage-errors.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { attachDirectly, isAttachedDirectly } from '../records/attach-directly.js';
import type { FileDeps } from '../store/file-deps.js';

/** attachFile: a closed file that the caller may attach becomes one of the process. */
export const attachFile =
  ({ subProjects }: Pick<FileDeps, 'subProjects'>): UseCase<'attachFile'> =>
  async (caller, { subProjectId, processId, fileId }) => {
    const { subProject, access } = await enter(subProjects, caller, subProjectId, operations.attachFile);
    return caller.write(async (tx) => {
      const { process } = await enterProcess(tx, subProject, access, processId, {
        unknown: { id: errorIds.processNotFound },
        outside: errorIds.outsideRowFilter,
        lock: 'keep',
      });
      const id = fileId.toLowerCase();
      const already = await isAttachedDirectly(tx, { subProjectId: subProject.id, id }, process.id);
      const attachment = { subProject, processId: process.id, fileIds: [id], by: caller.principal };
      const [refused] = await attachDirectly(tx, attachment);
      if (refused !== undefined) throw fileNotFound(fileId);
      if (already) return { status: 'success', message: 'The file is attached already.' };
      await appendAudit(tx, caller, [
        {
          action: 'file.attach',
          subProjectId: subProject.id,
          subjectType: 'file',
          subjectId: id,
          processId: process.id,
          before: null,
          after: null,
        },
      ]);
      return { status: 'success', message: 'File attached.' };
    });
  };
