import type { WorkflowRun } from '@millrace/contract';
import type { RunIncident } from '../records/run-members.js';
import type { ListedRun } from '../records/run-row.js';

/** A member of a run beside the documented ones (D1). */
export type RunMember = Exclude<keyof WorkflowRun, 'id' | 'workflowId' | 'processId' | 'state' | 'createdTs'>;

/** What lists of runs read beside the rows of runs; absent unless it is included. */
export interface RunMembers {
  /** Version numbers by definition id. */
  readonly versions?: ReadonlyMap<string, number>;
  /** By run id. */
  readonly activeElements?: ReadonlyMap<string, readonly string[]>;
  /** By run id. */
  readonly incidents?: ReadonlyMap<string, RunIncident>;
}

const rowMembers: ReadonlySet<string> = new Set(['stageKey', 'updatedTs']);

/** A run on the wire; `include` names the members beside the documented ones, by default those of its own row. */
export const presentRun = (
  run: ListedRun,
  include: ReadonlySet<string> = rowMembers,
  { versions, activeElements, incidents }: RunMembers = {},
): WorkflowRun => ({
  id: run.id,
  workflowId: run.workflowId,
  processId: run.processId,
  state: run.status,
  createdTs: run.createdTs.toISOString(),
  ...(include.has('stageKey') ? { stageKey: run.stageKey } : {}),
  ...(include.has('updatedTs') ? { updatedTs: run.updatedTs.toISOString() } : {}),
  ...(include.has('endedTs') ? { endedTs: run.endedTs?.toISOString() ?? null } : {}),
  ...(versions === undefined ? {} : { workflowVersion: String(versions.get(run.definitionId) ?? 0) }),
  ...(activeElements === undefined ? {} : { activeElements: [...(activeElements.get(run.id) ?? [])] }),
  ...(incidents === undefined ? {} : { incident: presentIncident(incidents.get(run.id)) }),
});

const presentIncident = (incident: RunIncident | undefined): WorkflowRun['incident'] & (object | null) =>
  incident === undefined ? null : { ...incident, createdTs: incident.createdTs.toISOString() };
