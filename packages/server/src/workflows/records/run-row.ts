import type { RunState, RunStatus } from '@millrace/engine';
import { type Fragment, sql } from '../../postgres/database.js';

/** A run as the database holds it, with its engine state. */
export interface RunRow {
  readonly id: string;
  readonly subProjectId: string;
  readonly workflowId: string;
  /** Key of the workflow in the configuration: what a role's `call` list names. */
  readonly workflowKey: string;
  readonly definitionId: string;
  readonly processId: string;
  readonly stageKey: string;
  readonly status: RunStatus;
  readonly state: RunState;
  readonly timelineCount: number;
  readonly createdTs: Date;
  readonly updatedTs: Date;
  readonly endedTs: Date | null;
  /** Trace of the request that started it; its background work is attributed to the same (D6). */
  readonly traceId: string;
}

/** The select list of {@link RunRow} over the aliases `r` of runs and `w` of workflows. */
export const runColumns: Fragment = sql`r.id, r.sub_project_id as "subProjectId", r.workflow_id as "workflowId",
  w.key as "workflowKey", r.definition_id as "definitionId", r.process_id as "processId", r.stage_key as "stageKey",
  r.status, r.state, r.timeline_count as "timelineCount", r.created_ts as "createdTs", r.updated_ts as "updatedTs",
  r.ended_ts as "endedTs",
  r.trace_id as "traceId"`;
