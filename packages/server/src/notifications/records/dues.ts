import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { isNotWaiting } from './failures.js';

/** When a task is due; null: not any more. */
export interface Due {
  readonly taskId: string;
  readonly dueTs: string | null;
}

/** Notes when tasks are due. Of several about one task, the last one must be the only one. */
export async function storeDues(tx: Transaction, subProjectId: string, dues: readonly Due[]): Promise<void> {
  const over = dues.filter(({ dueTs }) => dueTs === null).map(({ taskId }) => taskId);
  const due = dues.filter(({ dueTs }) => dueTs !== null);
  await tx`delete from notification_dues where sub_project_id = ${subProjectId} and task_id = any(${over}::uuid[])`;
  await tx`
    insert into notification_dues (sub_project_id, task_id, due_ts)
    select ${subProjectId}, g.task_id, g.due_ts
    from unnest(${due.map(({ taskId }) => taskId)}::uuid[], ${due.map(({ dueTs }) => dueTs)}::timestamptz[])
      as g (task_id, due_ts)
    on conflict (sub_project_id, task_id) do update set due_ts = excluded.due_ts`;
}

/** Sub-projects with tasks whose due date has passed, and that do not wait for another try. */
export async function findDue(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select distinct d.sub_project_id as id from (
      select due.sub_project_id from notification_dues due
      where due.due_ts <= now() and ${isNotWaiting(sql`due.sub_project_id`, 'dues')} order by due.due_ts limit 1000) d`;
  return rows.map(({ id }) => id);
}

/** A task whose due date has passed. */
export interface PassedDue {
  readonly taskId: string;
  readonly dueTs: Date;
}

/** Tasks whose due date has passed, those that were due first first. */
export const passedDues = (db: Queryable, subProjectId: string, limit: number): Promise<readonly PassedDue[]> =>
  db<PassedDue>`
    select task_id as "taskId", due_ts as "dueTs" from notification_dues
    where sub_project_id = ${subProjectId} and due_ts <= now() order by due_ts, task_id limit ${limit}`;

/** Takes tasks whose due date has passed, those that were due first first; the transaction tells their people, or takes none. */
export const takeDues = (tx: Transaction, subProjectId: string, limit: number): Promise<readonly PassedDue[]> =>
  tx<PassedDue>`
    delete from notification_dues d using (
      select task_id from notification_dues where sub_project_id = ${subProjectId} and due_ts <= now()
      order by due_ts, task_id limit ${limit} for update
    ) passed where d.sub_project_id = ${subProjectId} and d.task_id = passed.task_id
    returning d.task_id as "taskId", d.due_ts as "dueTs"`;
