import type { Access } from '../../access/authorize.js';
import { auditRowOf } from '../../audit/records/audit-row-of.js';
import { type Queryable, sql } from '../../postgres/database.js';
import { type AuditedFile, auditVisibility } from '../../processes/records/visibility/audit-visibility.js';
import type { EarlierMembers } from '../../processes/records/visibility/hiding-changes.js';
import { coverage, processVisibility } from '../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { LoggedEvent } from './event-log.js';
import { actionOfType } from './sequence.js';

/**
 * Which events a reader sees (D12): those whose audit rows it would see, judged on the processes as they are now.
 *
 * @returns for the position of each visible event the roles that cover its process, as `coveringRoles` takes them
 */
export async function judgeEvents(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  auditedFile: AuditedFile,
  events: readonly LoggedEvent[],
): Promise<ReadonlyMap<number, readonly number[]>> {
  const { join, rows } = auditVisibility(subProject, access, processVisibility(subProject, access), auditedFile);
  const told = events.map(({ position, type, subjectType, subjectId, processId, byId }) => ({
    position,
    action: actionOfType(type),
    subject_type: subjectType,
    subject_id: subjectId,
    process_id: processId,
    by_id: byId,
  }));
  const judged = await db<{ position: number; covered: readonly number[] }>`
    select a.position, ${coverage(subProject, access)} as covered
    from (
      select ${subProject.id}::uuid as sub_project_id, given.* from json_to_recordset(${sql.json(told)}::json) as given
        (position bigint, action text, subject_type text, subject_id text, process_id uuid, by_id text)
    ) a ${join}
    where ${rows}`;
  return new Map(judged.map(({ position, covered }) => [position, covered]));
}

/** What a change of a process set back: the members that changed, with their values before. */
export interface Earlier {
  readonly position: number;
  readonly before: EarlierMembers | null;
}

/** Changes of one process that are read to know what it was before; of one with more, it is not known. */
const MOST_CHANGES = 2000;

/**
 * The changes of processes from a position of the log on, also those that have no position yet, oldest first. Processes with
 * too many are not in the answer.
 */
export async function changesSince(
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
  position: number,
): Promise<ReadonlyMap<string, readonly Earlier[]>> {
  const rows = await db<Earlier & { processId: string }>`
    select p.id as "processId", changes.position, changes.before
    from unnest(${processIds}::uuid[]) as p (id) cross join lateral (
      select * from (
        select e.position, 0 as id, (e.data -> 'before')::jsonb as before from event_log e
        where e.sub_project_id = ${subProjectId} and e.process_id = p.id and e.position >= ${position}
          and e.type = 'process.updated'
        union all
        select ${Number.MAX_SAFE_INTEGER}, i.id, a.before from event_inbox i join ${auditRowOf(sql`i`)}
        where i.sub_project_id = ${subProjectId} and i.process_id = p.id and a.action = 'process.update'
      ) change order by position, id limit ${MOST_CHANGES + 1}
    ) changes
    order by p.id, changes.position, changes.id`;
  const changes = new Map<string, Earlier[]>();
  for (const { processId, ...change } of rows) {
    const known = changes.get(processId);
    if (known === undefined) changes.set(processId, [change]);
    else known.push(change);
  }
  for (const [processId, known] of changes) if (known.length > MOST_CHANGES) changes.delete(processId);
  return changes;
}
