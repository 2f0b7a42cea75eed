import { type Fragment, sql } from '../../../postgres/database.js';

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
  readonly form: Readonly<Record<string, unknown>> | null;
  readonly approved: boolean | null;
  readonly createdTs: Date;
  readonly completedTs: Date | null;
}

/** The primary key of a task. */
export interface TaskKey {
  readonly subProjectId: string;
  readonly id: string;
}

/** The select list of {@link TaskRow} over the alias `t`. */
export const taskColumns: Fragment = sql`t.id, t.run_id as "runId", t.workflow_id as "workflowId",
  t.process_id as "processId", t.element_id as "elementId", t.element_key as "elementKey", t.name, t.state, t.assignee,
  t.candidate_groups as "candidateGroups", t.candidate_users as "candidateUsers", t.due_ts as "dueTs",
  t.follow_up_ts as "followUpTs", t.priority, t.form, t.approved, t.created_ts as "createdTs",
  t.completed_ts as "completedTs"`;
