import { operations } from '@millrace/contract';
import { appendAudit } from '../../../audit/records/append.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { conflict, invalidValue } from '../../../kernel/errors/request-errors.js';
import { fileNotFound } from '../../../kernel/errors/storage-errors.js';
import { enterProcess } from '../../../processes/records/visibility/enter-process.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { attachDirectly } from '../../records/attach-directly.js';
import { isDownloadableFrom } from '../../records/attachments.js';
import { findFile } from '../../records/find-file.js';
import { appendVersion, versionPlaceOf } from '../../records/versions.js';
import type { FileDeps } from '../../store/file-deps.js';

/** replaceFile: another file becomes the newest version of a file of the process (D147). */
export const replaceFile =
  ({ subProjects }: Pick<FileDeps, 'subProjects'>): UseCase<'replaceFile'> =>
  async (caller, { subProjectId, processId, fileId, newFileId }) => {
    const scope = await enter(subProjects, caller, subProjectId, operations.replaceFile);
    const { subProject, access } = scope;
    return caller.write(async (tx) => {
      // Locked, so that nothing else becomes the newest version meanwhile.
      const { process } = await enterProcess(tx, subProject, access, processId, {
        unknown: { id: errorIds.processNotFound },
        outside: errorIds.outsideRowFilter,
        lock: true,
      });
      const at = { subProjectId: subProject.id, processId: process.id };
      const file = await findFile(tx, scope, fileId);
      const place = file && (await versionPlaceOf(tx, { ...at, fileId: file.id }));
      const isUsable = file !== undefined && file.closedTs !== null && file.deletedTs === null && place !== undefined;
      if (!isUsable || !(await isDownloadableFrom(tx, scope, file, process.id))) throw fileNotFound(fileId);
      const newId = newFileId.toLowerCase();
      if (newId === file.id) throw same();
      const [refused] = await attachDirectly(tx, {
        subProject,
        processId: process.id,
        fileIds: [newId],
        by: caller.principal,
      });
      if (refused !== undefined) throw fileNotFound(newFileId, '/newFileId');
      const known = await versionPlaceOf(tx, { ...at, fileId: newId });
      if (known?.series === place.series && known.current && known.version === place.version + 1) {
        return done(`Version ${known.version} is the newest already.`, known.version);
      }
      if (!place.current) throw conflict('The file has a newer version. Replace that one: getFileVersions lists it.');
      if (known?.alone === false) throw taken();
      const version = await appendVersion(tx, { ...at, fileId: file.id }, newId);
      await appendAudit(tx, caller, [
        {
          action: 'file.replace',
          subProjectId: subProject.id,
          subjectType: 'file',
          subjectId: newId,
          processId: process.id,
          before: null,
          after: { version },
        },
      ]);
      return done(`Version ${version} is the newest now.`, version);
    });
  };

const done = (message: string, version: number) => ({ status: 'success', message, version: String(version) });

const detail = 'Name another file than the one to replace.';
const same = () => invalidValue(detail, [{ pointer: '/newFileId', detail }]);
const taken = () =>
  conflict('newFileId is a version of a file of this process already. Upload the content as a new file.');
