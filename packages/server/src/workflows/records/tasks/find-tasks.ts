import type { RunKey } from '../../../jobs/records/job.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { workflowKey, workflowOf } from '../../../sub-projects/records/find-workflow.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import { type TaskKey, type TaskRow, taskColumns } from './task-row.js';

/** A task with the key of its workflow, whether the given condition holds for its process, and the version of the configuration. */
export type FoundTask = TaskRow & {
  readonly workflowKey: string;
  readonly covered: boolean;
  readonly versionId: string | null;
};

/**
 * A task by primary key, or undefined; an id that is no UUID names nothing.
 *
 * @param covered condition over the process `p`
 * @param toChange reads for a statement that changes the task only while that is possible
 */
export async function findTask(
  db: Queryable,
  task: TaskKey,
  covered: Fragment,
  toChange?: Transaction,
): Promise<FoundTask | undefined> {
  if (!isUuid(task.id)) return undefined;
  const statement = sql`
    select ${taskColumns}, ${workflowKey} as "workflowKey", ${covered} as covered,
      (${currentVersionOf(task.subProjectId)}) as "versionId"
    from tasks t join ${workflowOf(sql`t`)} join ${processOf(sql`t`)}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id}`;
  const [row] = await (toChange?.readToChange<FoundTask>(statement, '') ?? db.run<FoundTask>(statement));
  return row;
}

/** Open tasks of a run, the oldest first (D23); at most 1000. */
export async function listOpenTasks(db: Queryable, run: RunKey): Promise<readonly TaskRow[]> {
  return db<TaskRow>`
    select ${taskColumns} from tasks t
    where t.sub_project_id = ${run.subProjectId} and t.run_id = ${run.id} and t.state = 'OPEN'
    order by t.created_ts, t.element_key limit 1000`;
}

/** A locked task, with the comment of a decision that a listener sent back. */
export type LockedTask = TaskRow & { readonly comment: string | null };

/** Reads a locked task again: votes that were stored while its lock was waited for are in it. */
export async function reReadTask(tx: Transaction, task: TaskKey): Promise<LockedTask | undefined> {
  const [row] = await tx<LockedTask>`
    select ${taskColumns}, t.comment from tasks t where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id}`;
  return row;
}

/** The tasks with these ids that are open. */
export const openTasksById = (
  db: Queryable,
  subProjectId: string,
  ids: readonly string[],
): Promise<readonly TaskRow[]> =>
  db<TaskRow>`
    select ${taskColumns} from tasks t
    where t.sub_project_id = ${subProjectId} and t.id = any(${ids}::uuid[]) and t.state = 'OPEN'`;
