import { compileFilter } from '../../filters/compile-filter.js';
import { totalOf } from '../../filters/counting.js';
import type { Filter } from '../../filters/filter.js';
import type { Page } from '../../filters/paging.js';
import { compileSort, type SortTerm } from '../../filters/sort.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import { fileFilterColumns, mentions } from './file-filter.js';
import { type FileRow, fileColumns } from './file-row.js';
import { fileVisibility, readableAttachment } from './file-visibility.js';
import type { FileScope } from './find-file.js';

/** One page of files, every part over the alias `f`. */
export interface FileListQuery {
  readonly where: Fragment;
  readonly orderBy: Fragment;
  readonly page: Page;
  /** Whether the total stops as `totalOf` does; else it is exact. */
  readonly boundedTotal: boolean;
}

/** What a caller asks a list of files for; the filter's keys are those of `file-filter.ts`. */
export interface FileListRequest {
  readonly filter: Filter;
  /** Empty: newest first, the order of the index `files_newest`. */
  readonly sort: readonly SortTerm[];
  readonly page: Page;
  readonly boundedTotal: boolean;
}

/** The files that match and that the caller may see; deleted ones only where the filter mentions them. */
export function fileListQuery(scope: FileScope, { filter, sort, page, boundedTotal }: FileListRequest): FileListQuery {
  const columns = fileFilterColumns(scope);
  return {
    where: sql.and([
      sql`f.sub_project_id = ${scope.subProject.id}`,
      sql`not f.purging`,
      mentions(filter, 'deleted') ? sql`true` : sql`f.deleted_ts is null`,
      fileVisibility(scope.subProject, scope.access),
      compileFilter(filter, columns),
    ]),
    orderBy: compileSort(sort.length === 0 ? newestFirst : sort, columns, sql`f.id`),
    page,
    boundedTotal,
  };
}

/** Newest first (D4). */
const newestFirst: readonly SortTerm[] = [{ key: 'createdTs', descending: true }];

/**
 * Page and total in one statement, so both are of one snapshot (D4).
 *
 * Cost: the page follows an index (`files_newest` for the default order) and grows with offset plus limit; an exact total
 * grows with the number of files of the sub-project (27 ms per 100,000 measured, 160 ms under a row filter), a bounded one does not.
 */
export async function listFiles(
  db: Queryable,
  { where, orderBy, page, boundedTotal }: FileListQuery,
): Promise<{ readonly total: number; readonly files: readonly FileRow[] }> {
  const matching = sql`from files f where ${where}`;
  const total = boundedTotal ? totalOf(matching) : sql`(select count(*) ${matching})`;
  const rows = await db<{ readonly total: number } & (FileRow | { readonly id: null })>`
    select matching.total, listed.*
    from (select ${total} as total) matching
    left join (
      select ordered.*, row_number() over () as position from (
        select ${fileColumns} ${matching}
        order by ${orderBy} limit ${page.limit} offset ${page.offset}
      ) ordered
    ) listed on true
    order by listed.position`;
  return { total: rows[0]?.total ?? 0, files: rows.filter((row) => row.id !== null) };
}

/**
 * The processes each file is attached to, of those the row filter covers and where the caller sees what attaches it, in the
 * order of attaching. One statement.
 */
export async function processIdsOf(
  db: Queryable,
  { subProject, access }: FileScope,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db<{ readonly fileId: string; readonly processIds: readonly string[] }>`
    select a.file_id as "fileId", array_agg(a.process_id order by a.attached_ts, a.process_id) as "processIds"
    from file_processes a join ${processOf(sql`a`)}
    where a.sub_project_id = ${subProject.id} and a.file_id = any(${fileIds}::uuid[]) and ${rowCondition(subProject, access)}
      and ${readableAttachment(subProject, access.principal).seen}
    group by a.file_id`;
  return new Map(rows.map((row) => [row.fileId, row.processIds]));
}
