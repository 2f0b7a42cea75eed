import { isUuid } from '../../kernel/identifiers.js';
import { sql, type Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../use-case/caller.js';
import { mayShow } from './attachments.js';
import type { FileKey } from './file-row.js';

/** Files for one process, and who attaches them. */
export interface DirectAttachment {
  readonly subProject: SubProject;
  readonly processId: string;
  readonly fileIds: readonly string[];
  readonly by: Principal;
}

/**
 * Attaches closed files to a process not through a field but directly, as an upload for the process does: whoever sees the
 * process sees them. A file that a field attaches already is attached directly too, by somebody who may read files there: to
 * know it from the field is not enough. One statement, whatever the number.
 *
 * @returns the ids that name no file which may be attached; the files of the others are attached
 */
export async function attachDirectly(
  tx: Transaction,
  { subProject, processId, fileIds, by }: DirectAttachment,
): Promise<readonly string[]> {
  const usable = fileIds.filter(isUuid);
  if (usable.length === 0) return fileIds;
  const rows = await tx<{ readonly id: string }>`
    with usable as (
      select f.id from files f
      where f.id = any(${usable}::uuid[]) and f.sub_project_id = ${subProject.id} and ${mayShow(subProject, by)}
      order by f.id for key share of f
    ), attached as (
      insert into file_processes as a (sub_project_id, file_id, process_id, attached_ts, direct, fields)
      select ${subProject.id}::uuid, usable.id, ${processId}::uuid, ${new Date()}::timestamptz, true, '{}' from usable
      on conflict (sub_project_id, file_id, process_id) do update set direct = true where a.direct is distinct from true
    )
    select id from usable`;
  const attached = new Set(rows.map(({ id }) => id));
  return fileIds.filter((id) => !attached.has(id.toLowerCase()));
}

/** Whether a file is attached to a process directly. */
export async function isAttachedDirectly(tx: Transaction, file: FileKey, processId: string): Promise<boolean> {
  if (!isUuid(file.id)) return false;
  const rows = await tx`
    select from file_processes a
    where a.sub_project_id = ${file.subProjectId} and a.file_id = ${file.id} and a.process_id = ${processId} and a.direct`;
  return rows.length > 0;
}

/**
 * Takes a file, whose row this transaction has locked, from a process. A file that no process has any more is its uploader's.
 *
 * @param fields of the process that name the file: it stays attached through them
 * @returns false when the process did not have it
 */
export async function detach(
  tx: Transaction,
  file: FileKey,
  processId: string,
  fields: readonly string[],
): Promise<boolean> {
  const one = sql`sub_project_id = ${file.subProjectId} and file_id = ${file.id} and process_id = ${processId}`;
  if (fields.length > 0) {
    const { count } = await tx`
      update file_processes set direct = false, fields = ${fields.toSorted()}::text[], series = null, version = null
      where ${one}`;
    return count > 0;
  }
  const rows = await tx`delete from file_processes where ${one} returning file_id`;
  if (rows.length === 0) return false;
  // Waits for those who attach it to another process meanwhile, who hold the row for key share, so that what follows sees it there.
  await tx`select from files where sub_project_id = ${file.subProjectId} and id = ${file.id} for update`;
  await tx`
    update files f set attached = false
    where f.sub_project_id = ${file.subProjectId} and f.id = ${file.id} and not exists (
      select from file_processes a where a.sub_project_id = f.sub_project_id and a.file_id = f.id)`;
  return true;
}
