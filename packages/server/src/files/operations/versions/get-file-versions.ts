import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { metaOf, parsePage } from '../../../filters/paging.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { fileNotFound } from '../../../kernel/errors/storage-errors.js';
import { enterProcess } from '../../../processes/records/visibility/enter-process.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { isDownloadableFrom } from '../../records/attachments.js';
import { findFile } from '../../records/find-file.js';
import { presentFile } from '../../records/present-file.js';
import { listVersions, versionPlaceOf } from '../../records/versions.js';
import type { FileDeps } from '../../store/file-deps.js';

const shown = new Set(['mimeType']);

/** getFileVersions: the versions of a file of a process that the caller sees, newest first. */
export const getFileVersions =
  ({ db, subProjects }: FileDeps): UseCase<'getFileVersions'> =>
  async (caller, { subProjectId, processId, fileId, ...paging }) => {
    const scope = await enter(subProjects, caller, subProjectId, operations.getFileVersions);
    const page = parsing(metaErrorIds, () => parsePage(paging));
    const { process } = await enterProcess(db, scope.subProject, scope.access, processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    const file = await findFile(db, scope, fileId);
    const attachment = { subProjectId: scope.subProject.id, processId: process.id, fileId: file?.id ?? '' };
    const place = file && (await versionPlaceOf(db, attachment));
    if (place === undefined || file === undefined || !(await isDownloadableFrom(db, scope, file, process.id))) {
      throw fileNotFound(fileId);
    }
    const { total, versions } = await listVersions(db, scope, attachment, place, page);
    return {
      meta: metaOf(page, total),
      versions: versions.map((row) => ({
        ...presentFile(row, shown),
        version: String(row.version),
        current: row.current,
      })),
    };
  };
