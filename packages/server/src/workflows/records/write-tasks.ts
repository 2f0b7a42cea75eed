import type { TaskAttributes } from '@millrace/engine';
import type { RunKey } from '../../jobs/records/job.js';
import { type Fragment, sql, type Transaction } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';
import { type TaskKey, type TaskRow, taskColumns } from './tasks/task-row.js';

/** A new task as a step of the engine made it. */
export interface NewTask extends Omit<TaskRow, 'runId' | 'workflowId' | 'processId' | 'form' | 'votes'> {
  readonly form: object | null;
  readonly completedBy: string | null;
}

/** An open task that a step of the engine closed, or whose attributes it corrected. */
export interface ChangedTask {
  readonly elementKey: number;
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  /** The new values of the attributes that listeners corrected. */
  readonly change: TaskAttributes;
  readonly approved: boolean | null;
  readonly completedBy: string | null;
  /** For whom a substitute completed it. */
  readonly onBehalfOf: string | null;
}

/** The statement that stores the new tasks of a run. */
export const insertTasks = (run: RunIdentity, tasks: readonly NewTask[]): Fragment => sql`
  insert into tasks (id, sub_project_id, run_id, workflow_id, process_id, element_id, element_key, name, state, assignee,
    candidate_groups, candidate_users, due_ts, follow_up_ts, priority, form, approval, approved, created_ts,
    completed_ts, completed_by, on_behalf_of)
  select id, ${run.subProjectId}::uuid, ${run.id}::uuid, ${run.workflowId}::uuid, ${run.processId}::uuid, "elementId",
    "elementKey", name, state, assignee, "candidateGroups", "candidateUsers", "dueTs", "followUpTs", priority, form,
    approval, approved, "createdTs", "completedTs", "completedBy", "onBehalfOf"
  from json_to_recordset(${sql.json(tasks)}::json) as task (id uuid, "elementId" text, "elementKey" integer, name text,
    state text, assignee text, "candidateGroups" text[], "candidateUsers" text[], "dueTs" timestamptz,
    "followUpTs" timestamptz, priority integer, form json, approval json, approved boolean, "createdTs" timestamptz,
    "completedTs" timestamptz, "completedBy" text, "onBehalfOf" text)`;

/** The statement that changes open tasks of a run by their engine numbers. */
export const changeTasks = (run: RunKey, changed: readonly ChangedTask[], at: Date): Fragment => sql`
  update tasks set state = changed.state, approved = changed.approved, completed_by = changed."completedBy",
    on_behalf_of = changed."onBehalfOf",
    completed_ts = case when changed.state = 'OPEN' then null else ${at}::timestamptz end,
    assignee = case when change ? 'assignee' then change ->> 'assignee' else tasks.assignee end,
    candidate_groups = case when change ? 'candidateGroups'
      then array(select jsonb_array_elements_text(change -> 'candidateGroups')) else tasks.candidate_groups end,
    candidate_users = case when change ? 'candidateUsers'
      then array(select jsonb_array_elements_text(change -> 'candidateUsers')) else tasks.candidate_users end,
    due_ts = case when change ? 'dueDate' then (change ->> 'dueDate')::timestamptz else tasks.due_ts end,
    follow_up_ts = case when change ? 'followUpDate'
      then (change ->> 'followUpDate')::timestamptz else tasks.follow_up_ts end,
    priority = case when change ? 'priority' then (change ->> 'priority')::integer else tasks.priority end
  from json_to_recordset(${sql.json(changed)}::json)
    as changed ("elementKey" integer, state text, approved boolean, "completedBy" text, "onBehalfOf" text, change jsonb)
  where tasks.sub_project_id = ${run.subProjectId} and tasks.run_id = ${run.id}
    and tasks.element_key = changed."elementKey" and tasks.state = 'OPEN'
  returning tasks.id, tasks.name, tasks.element_id, tasks.state, tasks.approved`;

/** The events of the tasks that {@link changeTasks} closed, as the query `changed_tasks` of the same statement. */
export const closedTaskEvents = (run: RunIdentity): Fragment => sql`
  select case state when 'COMPLETED' then 'task.completed' else 'task.cancelled' end as type, 'task' as subject_type,
    id::text as subject_id, json_build_object('runId', ${run.id}::text, 'workflowId', ${run.workflowId}::text,
      'taskId', id, 'elementId', element_id, 'name', name, 'approved', approved) as data
  from changed_tasks where state <> 'OPEN'`;

/**
 * Makes a user the assignee of an open task without another one: of several users at once exactly one succeeds.
 *
 * @param audit appends the audit row where the query `changed` has one
 */
export async function assignTask(
  tx: Transaction,
  task: TaskKey,
  userId: string,
  audit: Fragment,
): Promise<TaskRow | undefined> {
  const [row] = await tx.last<TaskRow>(sql`
    with changed as (update tasks t set assignee = ${userId}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} and t.state = 'OPEN'
      and (t.assignee is null or t.assignee = ${userId})
    returning ${taskColumns}), audited as (${audit}) select * from changed`);
  return row;
}

/** Removes the assignee of an open task if it is still the given one. */
export async function unassignTask(tx: Transaction, task: TaskKey, assignee: string): Promise<TaskRow | undefined> {
  const [row] = await tx<TaskRow>`
    update tasks t set assignee = null
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} and t.state = 'OPEN' and t.assignee = ${assignee}
    returning ${taskColumns}`;
  return row;
}

/** Gives an open task to a user, if its assignee is still the given one. */
export async function reassignTask(
  tx: Transaction,
  task: TaskKey,
  before: string | null,
  userId: string,
): Promise<TaskRow | undefined> {
  const [row] = await tx<TaskRow>`
    update tasks t set assignee = ${userId}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} and t.state = 'OPEN'
      and t.assignee is not distinct from ${before}
    returning ${taskColumns}`;
  return row;
}

/** What can be changed of an open task; members that are left out stay. */
export interface TaskSchedule {
  readonly dueTs?: Date | null;
  readonly followUpTs?: Date | null;
  readonly priority?: number;
}

/** Changes an open task; undefined when it is no longer open. */
export async function rescheduleTask(
  tx: Transaction,
  task: TaskKey,
  { dueTs, followUpTs, priority }: TaskSchedule,
): Promise<TaskRow | undefined> {
  const changes = {
    ...(dueTs === undefined ? {} : { due_ts: dueTs }),
    ...(followUpTs === undefined ? {} : { follow_up_ts: followUpTs }),
    ...(priority === undefined ? {} : { priority }),
  };
  const [row] = await tx<TaskRow>`
    update tasks t set ${sql.set(changes)}
    where t.sub_project_id = ${task.subProjectId} and t.id = ${task.id} and t.state = 'OPEN'
    returning ${taskColumns}`;
  return row;
}

/** Keeps what a person wrote with a decision; null: nothing. */
export async function storeComment(tx: Transaction, task: TaskKey, comment: string | null): Promise<void> {
  await tx`
    update tasks set comment = ${comment} where sub_project_id = ${task.subProjectId} and id = ${task.id}`;
}
