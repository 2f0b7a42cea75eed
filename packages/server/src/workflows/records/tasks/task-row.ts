import type { TaskApproval, Vote } from '@millrace/engine';
import { type Fragment, sql } from '../../../postgres/database.js';

/** A vote on a task. */
export interface CastVote extends Vote {
  readonly fileIds: readonly string[];
  /** ISO 8601, as PostgreSQL writes it. */
  readonly createdTs: string;
}

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
  /** How several persons decide it by votes; null: one person decides. */
  readonly approval: TaskApproval | null;
  /** In their order; null without `approval`. */
  readonly votes: readonly CastVote[] | null;
  readonly approved: boolean | null;
  /** The person for whom a substitute completed it. */
  readonly onBehalfOf: string | null;
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
  t.follow_up_ts as "followUpTs", t.priority, t.form, t.approval,
  case when t.approval is not null then (
    select coalesce(json_agg(json_strip_nulls(json_build_object('by', v.voter_id, 'onBehalfOf', v.on_behalf_of, 'outcome', v.outcome,
      'reason', v.reason, 'fileIds', v.file_ids, 'createdTs', v.created_ts)) order by v.created_ts, v.voter_id), '[]')
    from task_votes v where v.sub_project_id = t.sub_project_id and v.task_id = t.id) end as votes, t.approved,
  t.on_behalf_of as "onBehalfOf", t.created_ts as "createdTs",
  t.completed_ts as "completedTs"`;

/**
 * The task `t` that a row of another table names: what stands after `join`.
 *
 * @param row alias of a table with `sub_project_id` and `task_id`
 */
export const taskOf = (row: Fragment): Fragment =>
  sql`tasks t on t.sub_project_id = ${row}.sub_project_id and t.id = ${row}.task_id`;
