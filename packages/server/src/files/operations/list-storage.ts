import { type File, operations } from '@millrace/contract';
import { compileFilter } from '../../filters/compile-filter.js';
import type { Filter } from '../../filters/filter.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parseInclude, parsePage } from '../../filters/paging.js';
import { parseFilter, parseFilterText } from '../../filters/parse-filter.js';
import { compileSort, parseSort } from '../../filters/sort.js';
import { sql } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { fileFilterColumns, fileFilterKeys, mentions } from '../records/file-filter.js';
import type { FileRow } from '../records/file-row.js';
import { fileVisibility } from '../records/file-visibility.js';
import type { FileScope } from '../records/find-file.js';
import { type FileListQuery, fileTieBreaker, listableFiles, listFiles, processIdsOf } from '../records/list-files.js';
import type { FileDeps } from '../store/file-deps.js';

type Request = Parameters<UseCase<'listStorage'>>[1];

/** What listStorage adds when asked to (D1). */
const includable = ['mimeType', 'processIds', 'stageKey', 'deletedTs', 'sha256'] as const;
type Included = ReadonlySet<(typeof includable)[number]>;

/** Newest first (D4), the order `files_newest` has. */
const newestFirst = [{ key: 'createdTs', descending: true }] as const;

/** listStorage: the files of a sub-project that match and that the caller may see (D4, D5); deleted ones on request. */
export const listStorage =
  ({ db, subProjects }: FileDeps): UseCase<'listStorage'> =>
  async (caller, request) => {
    const scope = await enter(subProjects, caller, request.subProjectId, operations.listStorage);
    const { query, include } = parsing(metaErrorIds, () => ({
      query: readQuery(scope, request),
      include: parseInclude(request.include, includable),
    }));
    const { total, files } = await listFiles(db, query);
    const fileIds = files.map((file) => file.id);
    const processIds = include.has('processIds') ? await processIdsOf(db, scope, fileIds) : undefined;
    return {
      meta: metaOf(query.page, total),
      files: files.map((file) => ({
        ...presentFile(file, include),
        ...(processIds === undefined ? {} : { processIds: [...(processIds.get(file.id) ?? [])] }),
      })),
    };
  };

function readQuery(scope: FileScope, request: Request): FileListQuery {
  const json = request.filters === undefined || request.filters === '' ? {} : parseFilterText(request.filters);
  const filter: Filter = parseFilter(json, fileFilterKeys, '/filters');
  const columns = fileFilterColumns(scope);
  const terms = parseSort(request.sort, fileFilterKeys);
  return {
    where: sql.and([
      listableFiles(scope.subProject.id, { deleted: mentions(filter, 'deleted') }),
      fileVisibility(scope.subProject, scope.access),
      compileFilter(filter, columns),
    ]),
    orderBy: compileSort(terms.length === 0 ? newestFirst : terms, columns, fileTieBreaker),
    page: parsePage(request),
  };
}

function presentFile(file: FileRow, include: Included): File {
  const locked = file.closedTs === null;
  return {
    id: file.id,
    fileName: file.fileName,
    size: String(file.size ?? 0),
    locked,
    createdTs: file.createdTs.toISOString(),
    ...(include.has('mimeType') ? { mimeType: file.mimeType } : {}),
    ...(include.has('stageKey') && file.stageKey !== null ? { stageKey: file.stageKey } : {}),
    ...(include.has('deletedTs') && file.deletedTs !== null ? { deletedTs: file.deletedTs.toISOString() } : {}),
    ...(include.has('sha256') && !locked && file.sha256 !== null ? { sha256: file.sha256 } : {}),
  };
}
