import { type Fragment, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';

/** A row of `tasks` as a step made it. */
export interface TaskToStore {
  readonly id: string;
  readonly element_id: string;
  readonly element_key: number;
  readonly name: string;
  readonly state: 'OPEN' | 'COMPLETED' | 'CANCELLED';
  readonly assignee: string | null;
  readonly candidate_groups: readonly string[];
  readonly candidate_users: readonly string[];
  readonly due_ts: Date | null;
  readonly follow_up_ts: Date | null;
  readonly priority: number;
  readonly form: object | null;
  readonly approved: boolean | null;
  readonly created_ts: Date;
  readonly completed_ts: Date | null;
  readonly completed_by: string | null;
}

export interface ClosedTask {
  readonly element_key: number;
  readonly state: 'COMPLETED' | 'CANCELLED';
  readonly approved: boolean | null;
  readonly completed_by: string | null;
}

export function insertTasks(run: RunIdentity, tasks: readonly TaskToStore[]): Fragment {
  return sql`
    insert into tasks (id, sub_project_id, run_id, workflow_id, process_id, element_id, element_key, name, state, assignee,
      candidate_groups, candidate_users, due_ts, follow_up_ts, priority, form, approved, created_ts, completed_ts,
      completed_by)
    select id, ${run.subProjectId}::uuid, ${run.id}::uuid, ${run.workflowId}::uuid, ${run.processId}::uuid, element_id,
      element_key, name, state, assignee, candidate_groups, candidate_users, due_ts, follow_up_ts, priority, form, approved,
      created_ts, completed_ts, completed_by
    from json_to_recordset(${sql.json(tasks)}::json) as task (id uuid, element_id text, element_key integer, name text,
      state text, assignee text, candidate_groups text[], candidate_users text[], due_ts timestamptz,
      follow_up_ts timestamptz, priority integer, form json, approved boolean, created_ts timestamptz,
      completed_ts timestamptz, completed_by text)`;
}

export function updateTasks(run: RunIdentity, closed: readonly ClosedTask[], at: Date): Fragment {
  return sql`
    update tasks set state = closed.state, approved = closed.approved, completed_ts = ${at}::timestamptz,
      completed_by = closed.completed_by
    from json_to_recordset(${sql.json(closed)}::json)
      as closed (element_key integer, state text, approved boolean, completed_by text)
    where tasks.run_id = ${run.id} and tasks.element_key = closed.element_key and tasks.state = 'OPEN'`;
}
