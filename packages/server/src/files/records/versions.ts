import type { Page } from '../../filters/paging.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { rowCondition } from '../../processes/records/visibility/process-visibility.js';
import { type FileRow, fileColumns, fileOf } from './file-row.js';
import { attachedTo, readableAttachment } from './file-visibility.js';
import type { FileScope } from './find-file.js';

/** A file at a process. */
export interface Attachment {
  readonly subProjectId: string;
  readonly processId: string;
  readonly fileId: string;
}

/** Which version of a file an attachment is. */
export interface VersionPlace {
  /** Id of the first version. */
  readonly series: string;
  readonly version: number;
  /** Whether it is the only version. */
  readonly alone: boolean;
  /** Whether no newer version, deleted ones apart, is attached to the process. */
  readonly current: boolean;
}

const keyOf = ({ subProjectId, processId, fileId }: Attachment): Fragment => sql`
  a.sub_project_id = ${subProjectId} and a.file_id = ${fileId} and a.process_id = ${processId}`;

/** Whether the attachment `a` is of the newest version that is not deleted; one without other versions is. */
export const isCurrent = sql`(a.series is null or not exists (
  select from file_processes n
    join files newer on newer.sub_project_id = n.sub_project_id and newer.id = n.file_id
  where n.sub_project_id = a.sub_project_id and n.process_id = a.process_id and n.series = a.series
    and n.version > a.version and newer.deleted_ts is null and not newer.purging))`;

/** @returns undefined for a file that the process does not have */
export async function versionPlaceOf(db: Queryable, attachment: Attachment): Promise<VersionPlace | undefined> {
  const [row] = await db<VersionPlace>`
    select coalesce(a.series, a.file_id) as series, coalesce(a.version, 1) as version, a.series is null as alone,
      ${isCurrent} as current
    from file_processes a where ${keyOf(attachment)}`;
  return row;
}

/** Makes an attachment the newest version after another one; the transaction has locked the process. @returns its number */
export async function appendVersion(tx: Transaction, after: Attachment, fileId: string): Promise<number> {
  await tx`
    update file_processes a set series = a.file_id, version = 1 where ${keyOf(after)} and a.series is null`;
  const [row] = await tx<{ readonly version: number }>`
    update file_processes n set series = a.series, version = 1 + (
      select max(b.version) from file_processes b
      where b.sub_project_id = a.sub_project_id and b.process_id = a.process_id and b.series = a.series)
    from file_processes a
    where ${keyOf(after)} and n.sub_project_id = a.sub_project_id and n.process_id = a.process_id and n.file_id = ${fileId}
    returning n.version`;
  if (row === undefined) throw new Error(`The file ${fileId} is not attached.`);
  return row.version;
}

/** A version as it is listed. */
export interface ListedVersion extends FileRow {
  readonly version: number;
  readonly current: boolean;
}

/** One page of the versions in the series of a process that the caller sees and that are not deleted, newest first. */
export async function listVersions(
  db: Queryable,
  { subProject, access }: FileScope,
  { processId, fileId }: Attachment,
  { series }: VersionPlace,
  page: Page,
): Promise<{ readonly total: number; readonly versions: readonly ListedVersion[] }> {
  const matching = sql`
    from file_processes a join ${fileOf(sql`a`)}
    where a.sub_project_id = ${subProject.id} and a.process_id = ${processId}
      and (a.series = ${series} or (a.series is null and a.file_id = ${fileId}))
      and f.deleted_ts is null and not f.purging and f.closed_ts is not null
      and ${attachedTo(subProject, access, sql`a.process_id = ${processId}::uuid`)}`;
  const rows = await db<{ readonly total: number } & (ListedVersion | { readonly id: null })>`
    select matching.total, listed.*
    from (select (select count(*) ${matching}) as total) matching
    left join (
      select ${fileColumns}, coalesce(a.version, 1) as version, ${isCurrent} as current ${matching}
      order by a.version desc limit ${page.limit} offset ${page.offset}
    ) listed on true
    order by listed.version desc`;
  return { total: rows[0]?.total ?? 0, versions: rows.filter((row) => row.id !== null) };
}

/** Which version of another file a file is at a process. */
export interface FileVersion {
  readonly fileId: string;
  readonly processId: string;
  readonly version: number;
  readonly current: boolean;
}

/** Of the files those that are versions of others, at the processes that the caller sees them at. One statement. */
export async function versionsOf(
  db: Queryable,
  { subProject, access }: FileScope,
  fileIds: readonly string[],
): Promise<readonly FileVersion[]> {
  return db<FileVersion>`
    select a.file_id as "fileId", a.process_id as "processId", a.version, ${isCurrent} as current
    from file_processes a join ${processOf(sql`a`)}
    where a.sub_project_id = ${subProject.id} and a.file_id = any(${fileIds}::uuid[]) and a.series is not null
      and ${rowCondition(subProject, access)} and ${readableAttachment(subProject, access.principal).seen}
    order by a.attached_ts, a.process_id`;
}
