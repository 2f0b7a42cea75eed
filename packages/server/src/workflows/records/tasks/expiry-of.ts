import type { Queryable } from '../../../postgres/database.js';
import { principalId, systemPrincipal } from '../../../use-case/caller.js';
import type { TaskKey } from './task-row.js';

/** Why a task was rejected without a person's decision (D184); undefined: a person decided it, or nobody did. */
export async function expiryOf(db: Queryable, task: TaskKey): Promise<string | undefined> {
  const [row] = await db<{ comment: string | null }>`
    select t.comment from tasks t
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} and t.completed_by = ${principalId(systemPrincipal)}
      and t.approved = false`;
  return row?.comment ?? undefined;
}
