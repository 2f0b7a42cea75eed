import type { RunKey } from '../../../jobs/records/job.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { workflowKey, workflowOf } from '../../../sub-projects/records/find-workflow.js';
import { type TaskKey, type TaskRow, taskColumns } from './task-row.js';

/** A task with the key of its workflow, and whether the given condition holds for its process. */
export type FoundTask = TaskRow & { readonly workflowKey: string; readonly covered: boolean };

/**
 * A task by primary key, or undefined; an id that is no UUID names nothing.
 *
 * @param covered condition over the process `p`
 */
export async function findTask(db: Queryable, task: TaskKey, covered: Fragment): Promise<FoundTask | undefined> {
  if (!isUuid(task.id)) return undefined;
  const [row] = await db<FoundTask>`
    select ${taskColumns}, ${workflowKey} as "workflowKey", ${covered} as covered
    from tasks t join ${workflowOf(sql`t`)} join ${processOf(sql`t`)}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id}`;
  return row;
}

/** Open tasks of a run, the oldest first (D23); at most 1000. */
export async function listOpenTasks(db: Queryable, run: RunKey): Promise<readonly TaskRow[]> {
  return db<TaskRow>`
    select ${taskColumns} from tasks t
    where t.sub_project_id = ${run.subProjectId} and t.run_id = ${run.id} and t.state = 'OPEN'
    order by t.created_ts, t.element_key limit 1000`;
}

/** What a resume is about: the key of the run's workflow, and the given task or else the oldest open one (D23). */
export interface ResolvedTask {
  readonly workflowKey: string;
  /** Null when the run has no such task. */
  readonly taskId: string | null;
}

/** Undefined when there is no such run. */
export async function resolveTask(
  db: Queryable,
  run: RunKey,
  taskId: string | undefined,
): Promise<ResolvedTask | undefined> {
  if (!isUuid(run.id)) return undefined;
  const which =
    taskId === undefined
      ? sql`t.state = 'OPEN' order by t.created_ts, t.element_key limit 1`
      : sql`${isUuid(taskId) ? sql`t.id = ${taskId}` : sql`false`}`;
  const [row] = await db<ResolvedTask>`
    select ${workflowKey} as "workflowKey", (
      select t.id from tasks t where t.sub_project_id = r.sub_project_id and t.run_id = r.id and ${which}) as "taskId"
    from runs r join ${workflowOf(sql`r`)}
    where r.sub_project_id = ${run.subProjectId} and r.id = ${run.id}`;
  return row;
}

/** A locked task, with the comment of a decision that a listener sent back. */
export type LockedTask = TaskRow & { readonly comment: string | null };

/** Locks a task's row; the caller has locked the run's row first. */
export async function lockTask(tx: Transaction, task: TaskKey): Promise<LockedTask | undefined> {
  const [row] = await tx<LockedTask>`
    select ${taskColumns}, t.comment from tasks t
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} for update`;
  return row;
}
