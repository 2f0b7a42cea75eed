import type { WorkflowRun } from '@millrace/contract';
import type { RunRow } from '../records/run-row.js';

export type PresentableRun = Pick<
  RunRow,
  'id' | 'workflowId' | 'processId' | 'status' | 'createdTs' | 'stageKey' | 'updatedTs'
>;

const everything: ReadonlySet<string> = new Set(['stageKey', 'updatedTs']);

/** A run on the wire; `include` names the members beside the documented ones (D1), by default all. */
export const presentRun = (run: PresentableRun, include: ReadonlySet<string> = everything): WorkflowRun => ({
  id: run.id,
  workflowId: run.workflowId,
  processId: run.processId,
  state: run.status,
  createdTs: run.createdTs.toISOString(),
  ...(include.has('stageKey') ? { stageKey: run.stageKey } : {}),
  ...(include.has('updatedTs') ? { updatedTs: run.updatedTs.toISOString() } : {}),
});
