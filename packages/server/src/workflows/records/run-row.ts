import type { RunState, RunStatus } from '@millrace/engine';
import { type Fragment, sql } from '../../postgres/database.js';
import { workflowKey } from '../../sub-projects/records/find-workflow.js';
import type { RunIdentity } from './run-identity.js';

/** A run as the database holds it, with its engine state. */
export interface RunRow extends RunIdentity {
  /** Key of the workflow in the configuration: what a role's `call` list names. */
  readonly workflowKey: string;
  readonly definitionId: string;
  readonly stageKey: string;
  readonly status: RunStatus;
  readonly state: RunState;
  /** Entries of its timeline. */
  readonly timelineCount: number;
  readonly createdTs: Date;
  readonly updatedTs: Date;
  readonly endedTs: Date | null;
  /** Trace of the request that started it; its background work is attributed to the same (D6). */
  readonly traceId: string;
}

/** What lists show of a run. */
export type ListedRun = Pick<
  RunRow,
  'id' | 'workflowId' | 'definitionId' | 'processId' | 'status' | 'createdTs' | 'stageKey' | 'updatedTs' | 'endedTs'
>;

/** The select list of {@link ListedRun} over the alias `r`. */
export const listedColumns: Fragment = sql`r.id, r.workflow_id as "workflowId", r.process_id as "processId", r.status,
  r.created_ts as "createdTs", r.stage_key as "stageKey", r.updated_ts as "updatedTs",
  r.definition_id as "definitionId", r.ended_ts as "endedTs"`;

/** The select list of {@link RunRow} over the alias `r`, with the workflow that `workflowOf` joins. */
export const runColumns: Fragment = sql`${listedColumns}, r.sub_project_id as "subProjectId",
  ${workflowKey} as "workflowKey", r.state, r.timeline_count as "timelineCount", r.trace_id as "traceId"`;
