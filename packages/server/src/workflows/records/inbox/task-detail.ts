import type { RunStatus } from '@millrace/engine';
import type { Access } from '../../../access/authorize.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { coverage, fullyReadRows } from '../../../processes/records/visibility/process-visibility.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { workflowKey, workflowName, workflowOf } from '../../../sub-projects/records/find-workflow.js';
import { type TaskKey, type TaskRow, taskColumns } from '../tasks/task-row.js';
import { noRoles } from './inbox-rows.js';

/** A task with what is shown of it alone. */
export interface TaskDetailRow extends TaskRow {
  readonly subProjectId: string;
  readonly comment: string | null;
  readonly completedBy: string | null;
  readonly workflowKey: string;
  readonly workflowName: string;
  readonly runStatus: RunStatus;
  readonly runCreatedTs: Date;
  /** Whether the caller sees the process. */
  readonly covered: boolean;
  /** Whether the caller reads every field of the process. */
  readonly readsAll: boolean;
  /** Positions of the roles that call workflows and cover the process. */
  readonly calledBy: readonly number[];
}

/** Who asks: the roles that see tasks, and those that call workflows. */
export interface TaskReader {
  readonly subProject: SubProject;
  readonly visible: Fragment;
  readonly tasks: Access;
  readonly calls: Access | undefined;
}

/** A task by primary key, or undefined; an id that is no UUID names nothing. */
export async function findTaskDetail(
  db: Queryable,
  task: TaskKey,
  { subProject, visible, tasks, calls }: TaskReader,
): Promise<TaskDetailRow | undefined> {
  if (!isUuid(task.id)) return undefined;
  const [row] = await db<TaskDetailRow>`
    select t.sub_project_id as "subProjectId", ${taskColumns}, t.comment, t.completed_by as "completedBy",
      ${workflowKey} as "workflowKey", ${workflowName} as "workflowName", r.status as "runStatus",
      r.created_ts as "runCreatedTs", ${visible} as covered,
      ${fullyReadRows(subProject, tasks)} as "readsAll",
      ${calls === undefined ? noRoles : coverage(subProject, calls)} as "calledBy"
    from tasks t join runs r on r.sub_project_id = t.sub_project_id and r.id = t.run_id
    join ${workflowOf(sql`t`)} join ${processOf(sql`t`)}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id}`;
  return row;
}

/** A decision of the same run. */
export interface EarlierDecision {
  readonly taskId: string;
  readonly elementId: string;
  readonly name: string;
  readonly approved: boolean | null;
  readonly comment: string | null;
  readonly by: string | null;
  readonly onBehalfOf: string | null;
  readonly completedTs: Date;
}

/** The latest 100 decisions of the run of a task, the oldest first, without the task itself. */
export async function listEarlierDecisions(
  db: Queryable,
  { subProjectId, runId, id }: TaskDetailRow,
): Promise<readonly EarlierDecision[]> {
  const latest = await db<EarlierDecision>`
    select id as "taskId", element_id as "elementId", name, approved, comment, completed_by as by, on_behalf_of as "onBehalfOf",
      completed_ts as "completedTs"
    from tasks
    where sub_project_id = ${subProjectId} and run_id = ${runId} and state = 'COMPLETED' and id <> ${id}
    order by completed_ts desc, element_key desc limit 100`;
  return latest.toReversed();
}
