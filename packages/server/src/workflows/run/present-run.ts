import type { WorkflowRun } from '@millrace/contract';
import type { ListedRun } from '../records/run-row.js';

const allMembers: ReadonlySet<string> = new Set(['stageKey', 'updatedTs']);

/** A run on the wire; `include` names the members beside the documented ones (D1), by default all. */
export const presentRun = (run: ListedRun, include: ReadonlySet<string> = allMembers): WorkflowRun => ({
  id: run.id,
  workflowId: run.workflowId,
  processId: run.processId,
  state: run.status,
  createdTs: run.createdTs.toISOString(),
  ...(include.has('stageKey') ? { stageKey: run.stageKey } : {}),
  ...(include.has('updatedTs') ? { updatedTs: run.updatedTs.toISOString() } : {}),
});
