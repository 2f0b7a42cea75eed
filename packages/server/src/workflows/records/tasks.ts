import type { Page } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';

/** A human task as the database holds it. */
export interface TaskRow {
  readonly id: string;
  readonly runId: string;
  readonly workflowId: string;
  readonly processId: string;
  readonly elementId: string;
  /** The engine's number of it. */
  readonly elementKey: number;
  readonly name: string;
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  readonly assignee: string | null;
  readonly candidateGroups: readonly string[];
  readonly candidateUsers: readonly string[];
  readonly dueTs: Date | null;
  readonly followUpTs: Date | null;
  readonly priority: number;
  readonly form: Record<string, unknown> | null;
  readonly approved: boolean | null;
  readonly createdTs: Date;
  readonly completedTs: Date | null;
}

const columns: Fragment = sql`t.id, t.run_id as "runId", t.workflow_id as "workflowId", t.process_id as "processId",
  t.element_id as "elementId", t.element_key as "elementKey", t.name, t.state, t.assignee,
  t.candidate_groups as "candidateGroups", t.candidate_users as "candidateUsers", t.due_ts as "dueTs",
  t.follow_up_ts as "followUpTs", t.priority, t.form, t.approved, t.created_ts as "createdTs",
  t.completed_ts as "completedTs"`;

/** A task of a sub-project, or undefined; with the key of its workflow. */
export async function findTask(
  db: Queryable,
  subProjectId: string,
  taskId: string,
  covered: Fragment,
): Promise<(TaskRow & { readonly workflowKey: string; readonly covered: boolean }) | undefined> {
  if (!isUuid(taskId)) return undefined;
  const [row] = await db<TaskRow & { readonly workflowKey: string; readonly covered: boolean }>`
    select ${columns}, w.key as "workflowKey", ${covered} as covered
    from tasks t join workflows w on w.id = t.workflow_id join ${processOf(sql`t`)}
    where t.id = ${taskId} and t.sub_project_id = ${subProjectId}`;
  return row;
}

/** Open tasks of a run, the oldest first (D23). */
export async function listOpenTasks(db: Queryable, runId: string): Promise<readonly TaskRow[]> {
  return db<TaskRow>`
    select ${columns} from tasks t where t.run_id = ${runId} and t.state = 'OPEN'
    order by t.created_ts, t.element_key limit 1000`;
}

/** What a resume is about: the key of the run's workflow, and the task given, or else the oldest open one (D23). */
export interface MeantTask {
  readonly workflowKey: string;
  readonly taskId: string | null;
}

/** Undefined without such a run; `taskId` is null when the run has no such task. */
export async function findMeantTask(
  db: Queryable,
  subProjectId: string,
  runId: string,
  taskId: string | undefined,
): Promise<MeantTask | undefined> {
  if (!isUuid(runId)) return undefined;
  const which =
    taskId === undefined
      ? sql`t.state = 'OPEN' order by t.created_ts, t.element_key limit 1`
      : sql`${isUuid(taskId) ? sql`t.id = ${taskId}` : sql`false`}`;
  const [row] = await db<MeantTask>`
    select w.key as "workflowKey", (select t.id from tasks t where t.run_id = r.id and ${which}) as "taskId"
    from runs r join workflows w on w.id = r.workflow_id
    where r.id = ${runId} and r.sub_project_id = ${subProjectId}`;
  return row;
}

/** Locks a task's row; the caller has locked the run's row first. */
export async function lockTask(tx: Transaction, taskId: string): Promise<TaskRow | undefined> {
  const [row] = await tx<TaskRow>`select ${columns} from tasks t where t.id = ${taskId} for update`;
  return row;
}

/** Makes somebody the assignee of an open task that nobody else has: of several at once exactly one. */
export async function assignTask(tx: Transaction, taskId: string, userId: string): Promise<TaskRow | undefined> {
  const [row] = await tx<TaskRow>`
    update tasks t set assignee = ${userId}
    where t.id = ${taskId} and t.state = 'OPEN' and (t.assignee is null or t.assignee = ${userId})
    returning ${columns}`;
  return row;
}

/** Takes the assignee off an open task, if it is still the given one. */
export async function unassignTask(tx: Transaction, taskId: string, assignee: string): Promise<TaskRow | undefined> {
  const [row] = await tx<TaskRow>`
    update tasks t set assignee = null
    where t.id = ${taskId} and t.state = 'OPEN' and t.assignee = ${assignee}
    returning ${columns}`;
  return row;
}

/** One page of tasks by priority and age, and how many there are: two statements, for one snapshot. */
export async function taskPage(
  tx: Transaction,
  condition: Fragment,
  page: Page,
): Promise<{ readonly tasks: readonly TaskRow[]; readonly total: number }> {
  const from = sql`from tasks t join ${processOf(sql`t`)} where ${condition}`;
  const tasks = await tx<TaskRow>`
    select ${columns} ${from}
    order by t.priority desc, t.created_ts, t.id limit ${page.limit} offset ${page.offset}`;
  const [row] = await tx<{ total: number }>`select count(*) as total ${from}`;
  return { tasks, total: row?.total ?? 0 };
}
