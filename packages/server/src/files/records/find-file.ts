import type { Access } from '../../access/authorize.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, sql } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type FileRow, fileColumns, isExpired } from './file-row.js';
import { fileVisibility } from './file-visibility.js';

/** What a request about files may see: a sub-project and the caller's decision there. */
export interface FileScope {
  readonly subProject: SubProject;
  readonly access: Access;
}

/**
 * The file an id names for this caller, by primary key. Deleted files are found too: only deleteStorage wants them.
 *
 * @returns undefined for one that is unknown, foreign, expired, being purged, or outside the row filter
 */
export async function findFile(
  db: Queryable,
  scope: FileScope,
  fileId: string,
  options: { readonly lock?: boolean } = {},
): Promise<FileRow | undefined> {
  const [file] = await findFiles(db, scope, [fileId], options);
  return file;
}

/** As {@link findFile} for many ids in one statement; the rows are locked in the order of their ids. */
export async function findFiles(
  db: Queryable,
  { subProject, access }: FileScope,
  fileIds: readonly string[],
  options: { readonly lock?: boolean } = {},
): Promise<readonly FileRow[]> {
  const usable = fileIds.filter(isUuid);
  if (usable.length === 0) return [];
  const rows = await db<FileRow & { readonly visible: boolean }>`
    select ${fileColumns}, ${fileVisibility(subProject, access)} as visible
    from files f
    where f.id = any(${usable}::uuid[]) and f.sub_project_id = ${subProject.id}
    order by f.id ${sql.raw(options.lock === true ? 'for no key update of f' : '')}`;
  const now = new Date();
  return rows.filter((row) => row.visible && !row.purging && !isExpired(row, now)).map(({ visible: _, ...row }) => row);
}

/** Of the given ids those that are files, with the sub-project each is in; it never changes. */
export async function subProjectsOf(db: Queryable, fileIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const usable = fileIds.filter(isUuid);
  const rows = await db<{ readonly id: string; readonly subProjectId: string }>`
    select id, sub_project_id as "subProjectId" from files where id = any(${usable}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.subProjectId]));
}
