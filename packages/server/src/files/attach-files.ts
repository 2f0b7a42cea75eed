import { isUuid } from '../identifiers.js';
import type { Transaction } from '../postgres/pool.js';

/** Files to attach to a process that the caller may change. */
export interface Attachment {
  readonly subProjectId: string;
  readonly processId: string;
  readonly fileIds: readonly string[];
}

/**
 * Attaches closed files of the same sub-project to a process (D18); a file may be attached to several, and attaching it
 * again changes nothing. One statement, whatever the number.
 *
 * @returns the ids that are unknown, of another sub-project, still open or deleted; the others are attached
 */
export async function attachFiles(
  tx: Transaction,
  { subProjectId, processId, fileIds }: Attachment,
): Promise<readonly string[]> {
  const usable = fileIds.filter(isUuid);
  if (usable.length === 0) return fileIds;
  const attached = await tx<{ readonly id: string }>`
    with usable as (
      select f.id from files f
      where f.id = any(${usable}::uuid[]) and f.sub_project_id = ${subProjectId}
        and f.closed_ts is not null and f.deleted_ts is null and not f.purging
      order by f.id for key share
    ), attached as (
      insert into file_processes (file_id, process_id, sub_project_id, attached_ts)
      select id, ${processId}::uuid, ${subProjectId}::uuid, ${new Date()}::timestamptz from usable
      on conflict do nothing
    )
    select id from usable`;
  const known = new Set(attached.map((row) => row.id));
  return fileIds.filter((id) => !known.has(id.toLowerCase()));
}

/** The process a file was attached to first, by file id, so that audit rows appear in its history. One statement. */
export async function firstProcesses(
  tx: Transaction,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ readonly fileId: string; readonly processId: string }>`
    select distinct on (file_id) file_id as "fileId", process_id as "processId" from file_processes
    where file_id = any(${fileIds}::uuid[]) order by file_id, attached_ts, process_id`;
  return new Map(rows.map((row) => [row.fileId, row.processId]));
}
