import { type File, operations } from '@millrace/contract';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parseInclude, parsePage } from '../../filters/paging.js';
import { parseFilter, parseFilterText } from '../../filters/parse-filter.js';
import { parseSort } from '../../filters/sort.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { fileFilterKeys } from '../records/file-filter.js';
import { type FileRow, quarantineOf } from '../records/file-row.js';
import { type FileListRequest, fileListQuery, listFiles, processIdsOf } from '../records/list-files.js';
import type { FileDeps } from '../store/file-deps.js';

type Request = Parameters<UseCase<'listStorage'>>[1];

/** What listStorage adds when asked to (D1). */
const includable = ['mimeType', 'processIds', 'stageKey', 'deletedTs', 'sha256', 'atLeast'] as const;
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
    return {
      meta: list.boundedTotal ? boundedMetaOf(list.page, total) : metaOf(list.page, total),
      files: files.map((file) => ({
        ...presentFile(file, include),
        ...(processIds === undefined ? {} : { processIds: [...(processIds.get(file.id) ?? [])] }),
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

function presentFile(file: FileRow, include: Included): File {
  const locked = file.closedTs === null;
  const quarantine = quarantineOf(file);
  return {
    id: file.id,
    fileName: file.fileName,
    size: String(file.size ?? 0),
    locked,
    createdTs: file.createdTs.toISOString(),
    ...(quarantine === undefined ? {} : { quarantine }),
    ...(include.has('mimeType') ? { mimeType: file.mimeType } : {}),
    ...(include.has('stageKey') && file.stageKey !== null ? { stageKey: file.stageKey } : {}),
    ...(include.has('deletedTs') && file.deletedTs !== null ? { deletedTs: file.deletedTs.toISOString() } : {}),
    ...(include.has('sha256') && !locked && file.sha256 !== null ? { sha256: file.sha256 } : {}),
  };
}
