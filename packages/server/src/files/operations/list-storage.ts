import { type File, operations } from '@millrace/contract';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parseInclude, parsePage } from '../../filters/paging.js';
import { parseFilter, parseFilterText } from '../../filters/parse-filter.js';
import { parseSort } from '../../filters/sort.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { fileFilterKeys } from '../records/file-filter.js';
import { type FileListRequest, fileListQuery, listFiles, processIdsOf } from '../records/list-files.js';
import { presentFile } from '../records/present-file.js';
import { type FileVersion, versionsOf } from '../records/versions.js';
import type { FileDeps } from '../store/file-deps.js';

type Request = Parameters<UseCase<'listStorage'>>[1];

/** What listStorage adds when asked to (D1). */
const includable = ['mimeType', 'processIds', 'stageKey', 'deletedTs', 'sha256', 'versions', 'atLeast'] as const;
type Included = ReadonlySet<(typeof includable)[number]>;

/** listStorage: the files of a sub-project that match and that the caller may see (D4, D5); deleted ones on request. */
export const listStorage =
  ({ db, subProjects }: FileDeps): UseCase<'listStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.listStorage);
    const { list, include } = parsing(metaErrorIds, () => {
      const include = parseInclude(request.include, includable);
      return { list: readRequest(request, include), include };
    });
    const { total, files } = await listFiles(db, fileListQuery(scope, list));
    const fileIds = files.map((file) => file.id);
    const processIds = include.has('processIds') ? await processIdsOf(db, scope, fileIds) : undefined;
    const versions = include.has('versions') ? await versionsOf(db, scope, fileIds) : undefined;
    return {
      meta: list.boundedTotal ? boundedMetaOf(list.page, total) : metaOf(list.page, total),
      files: files.map((file) => ({
        ...presentFile(file, include),
        ...(processIds === undefined ? {} : { processIds: [...(processIds.get(file.id) ?? [])] }),
        ...presentVersions(file.id, versions),
      })),
    };
  };

function readRequest(request: Request, include: Included): FileListRequest {
  const json = request.filters === undefined || request.filters === '' ? {} : parseFilterText(request.filters);
  return {
    filter: parseFilter(json, fileFilterKeys, '/filters'),
    sort: parseSort(request.sort, fileFilterKeys),
    page: parsePage(request),
    // The documented total is exact, however many files there are.
    boundedTotal: include.has('atLeast'),
  };
}

/** Only of files that are versions of others. */
function presentVersions(fileId: string, versions: readonly FileVersion[] = []): Pick<File, 'versions'> {
  const own = versions.filter((one) => one.fileId === fileId);
  if (own.length === 0) return {};
  return { versions: own.map(({ processId, version, current }) => ({ processId, version: String(version), current })) };
}
