import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { FileAttachment, RefusedFile } from '../../processes/change/process-ports.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { FileLimits } from '../../sub-projects/fields/field-definition.js';
import type { Principal } from '../../use-case/caller.js';
import { type FileKey, fileKeys } from './file-row.js';
import { attachedTo, readableAttachment, visibleToPrincipal } from './file-visibility.js';
import type { FileScope } from './find-file.js';
import { allowsMimeType } from './mime-type.js';

/**
 * Attaches closed files of the same sub-project to a process (D18) through fields; a file may be attached to several, and
 * attaching it again adds the field at most. One statement, whatever the number.
 *
 * Attaching a file shows it to everybody who sees the process and the field, so a person attaches only what it sees or
 * uploaded itself, or what it sees that the process has already (D12).
 *
 * @returns the references that cannot stand: to files that are unknown to whoever attaches, of another sub-project, still
 * open, deleted or infected, or that the limits of the field exclude (D73); the files of the others are attached
 */
export async function attachFiles(
  tx: Transaction,
  { subProject, processId, files, by }: FileAttachment,
): Promise<readonly RefusedFile[]> {
  const usable = files.filter(({ fileId }) => isUuid(fileId));
  if (usable.length === 0) return files;
  const attached = await tx<AttachedFile>`
    with given as (
      select file_id, array_agg(distinct field) as fields
      from unnest(${usable.map(({ fileId }) => fileId)}::uuid[], ${usable.map(({ field }) => field)}::text[]) as one (file_id, field)
      group by file_id
    ), usable as (
      select f.id, f.size, f.mime_type from files f
      where f.id in (select file_id from given) and f.sub_project_id = ${subProject.id}
        and ${mayAttach(subProject, processId, by)}
      order by f.id for key share of f
    ), attached as (
      insert into file_processes as a (sub_project_id, file_id, process_id, attached_ts, direct, fields)
      select ${subProject.id}::uuid, usable.id, ${processId}::uuid, ${new Date()}::timestamptz, false, given.fields
      from usable join given on given.file_id = usable.id
      on conflict (sub_project_id, file_id, process_id) do update
        set fields = array(select distinct unnest(a.fields || excluded.fields) order by 1)
        where not a.fields @> excluded.fields
    )
    select id, size, mime_type as "mimeType" from usable`;
  const known = new Map(attached.map((row) => [row.id, row]));
  return files.flatMap(({ field, fileId }) => {
    const file = known.get(fileId.toLowerCase());
    if (file === undefined) return [{ field, fileId }];
    const reason = misfit(subProject.fields.get(field)?.files, file);
    return reason === undefined ? [] : [{ field, fileId, reason }];
  });
}

const isWhole = sql`f.closed_ts is not null and f.deleted_ts is null and not f.purging
  and f.scan_state is distinct from 'infected'`;

/**
 * Whether the principal may attach the file `f` to a process, as a condition: it is closed and neither deleted nor infected,
 * and the principal sees it, uploaded it, or sees that the process has it already.
 */
export const mayAttach = (subProject: SubProject, processId: string, by: Principal): Fragment => sql`(
  ${isWhole} and (
    exists (
      select from file_processes a join ${processOf(sql`a`)}
      where a.sub_project_id = f.sub_project_id and a.file_id = f.id and a.process_id = ${processId}::uuid
        and ${readableAttachment(subProject, by).seen}
    )
    or ${visibleToPrincipal(subProject, by)}
  ))`;

/** Whether the principal may show the file `f` to everybody who sees a process, as a condition: it sees the file as files are read. */
export const mayShow = (subProject: SubProject, by: Principal): Fragment =>
  sql`(${isWhole} and ${visibleToPrincipal(subProject, by)})`;

interface AttachedFile {
  readonly id: string;
  readonly size: number;
  readonly mimeType: string;
}

/** What keeps a file from a field with limits. */
function misfit(limits: FileLimits | undefined, { size, mimeType }: AttachedFile): string | undefined {
  if (limits?.maximumSize !== undefined && size > limits.maximumSize) {
    return `must be a file of at most ${limits.maximumSize} bytes; this one has ${size}`;
  }
  return allowsMimeType(limits?.mimeTypes, mimeType)
    ? undefined
    : `must be a file of the type ${limits?.mimeTypes?.join(' or ')}; this one is ${mimeType}`;
}

/** The process a file was attached to first, by file id. One statement. */
export async function firstProcesses(tx: Transaction, files: readonly FileKey[]): Promise<ReadonlyMap<string, string>> {
  const rows = await tx<{ readonly fileId: string; readonly processId: string }>`
    select distinct on (file_id) file_id as "fileId", process_id as "processId" from file_processes
    where (sub_project_id, file_id) in (${fileKeys(files)})
    order by file_id, attached_ts, process_id`;
  return new Map(rows.map((row) => [row.fileId, row.processId]));
}

/**
 * Whether a file that the caller sees may be downloaded for a process: no process has it, or it is attached to this one
 * where the caller sees that.
 */
export async function isDownloadableFrom(
  db: Queryable,
  { subProject, access }: FileScope,
  file: FileKey,
  processId: string,
): Promise<boolean> {
  const here = attachedTo(subProject, access, sql`a.process_id = ${processId}::uuid`);
  const [row] = await db<{ readonly downloadable: boolean }>`
    select not f.attached or ${here} as downloadable from files f
    where f.sub_project_id = ${file.subProjectId} and f.id = ${file.id}`;
  return row?.downloadable === true;
}
