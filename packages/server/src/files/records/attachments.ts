import { isUuid } from '../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { FileAttachment } from '../../processes/change/process-ports.js';
import { type FileKey, fileKeys } from './file-row.js';
import { visibleToPrincipal } from './file-visibility.js';

/**
 * Attaches closed files of the same sub-project to a process (D18); a file may be attached to several, and attaching it
 * again changes nothing. One statement, whatever the number.
 *
 * Attaching a file shows it to everybody who sees the process, so a person attaches only what it sees itself, or what
 * the process has already (D12).
 *
 * @returns the ids that are unknown to whoever attaches, of another sub-project, still open or deleted; the others are
 * attached
 */
export async function attachFiles(
  tx: Transaction,
  { subProject, processId, fileIds, by }: FileAttachment,
): Promise<readonly string[]> {
  const usable = fileIds.filter(isUuid);
  if (usable.length === 0) return fileIds;
  const attached = await tx<{ readonly id: string }>`
    with usable as (
      select f.id from files f
      where f.id = any(${usable}::uuid[]) and f.sub_project_id = ${subProject.id}
        and f.closed_ts is not null and f.deleted_ts is null and not f.purging
        and (
          exists (
            select from file_processes a
            where a.sub_project_id = f.sub_project_id and a.file_id = f.id and a.process_id = ${processId}::uuid
          )
          or ${visibleToPrincipal(subProject, by)}
        )
      order by f.id for key share of f
    ), attached as (
      insert into file_processes (sub_project_id, file_id, process_id, attached_ts)
      select ${subProject.id}::uuid, id, ${processId}::uuid, ${new Date()}::timestamptz from usable
      on conflict do nothing
    )
    select id from usable`;
  const known = new Set(attached.map((row) => row.id));
  return fileIds.filter((id) => !known.has(id.toLowerCase()));
}

/** The process a file was attached to first, by file id. One statement. */
export async function firstProcesses(tx: Transaction, files: readonly FileKey[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ readonly fileId: string; readonly processId: string }>`
    select distinct on (file_id) file_id as "fileId", process_id as "processId" from file_processes
    where (sub_project_id, file_id) in (${fileKeys(files)})
    order by file_id, attached_ts, process_id`;
  return new Map(rows.map((row) => [row.fileId, row.processId]));
}

/** Whether a file is attached to the process, or to none at all. */
export async function isDownloadableFrom(db: Queryable, file: FileKey, processId: string): Promise<boolean> {
  const attachments = sql`
    select from file_processes where sub_project_id = ${file.subProjectId} and file_id = ${file.id}`;
  const [row] = await db<{ readonly downloadable: boolean }>`
    select not exists (${attachments}) or exists (${attachments} and process_id = ${processId}) as downloadable`;
  return row?.downloadable === true;
}
