import { authorize } from '../../access/authorize.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { newId } from '../../kernel/identifiers.js';
import type { BulkKind } from '../../processes/bulk/bulk-kind.js';
import { rightsTo } from '../../processes/bulk/bulk-rights.js';
import type { BulkStart } from '../../processes/records/bulk/bulk-queries.js';
import { KEEPING_LOCK } from '../../processes/records/processes/process-row.js';
import { startRun } from '../run/advance-run.js';
import { mapRejections } from '../run/map-rejections.js';
import { accessToWorkflow } from '../run/run-access.js';
import type { RunDeps } from '../run/run-deps.js';
import { workflowAt } from '../starts/workflow-at.js';

/** Starts a run on each process as executeWorkflow would. What becomes of a process is the state of its run. */
export const bulkExecution = (deps: RunDeps, { batchSize = 50 }: { readonly batchSize?: number } = {}): BulkKind => ({
  kind: 'bulk-execute',
  batchSize,
  lock: KEEPING_LOCK,
  rights(subProject, principal, { filters, start }) {
    const { stageKey, workflowId } = required(start);
    const calling = authorize(principal, subProject, 'workflow.call', errorIds.mayNotCall);
    const reading = authorize(principal, subProject, 'process.read', errorIds.mayNotCall);
    const access = accessToWorkflow(calling, workflowAt(subProject, stageKey, workflowId).key);
    return rightsTo(subProject, { access, reading, filters });
  },
  async takeOne(tx, { bulk, principal, subProject }, { covered: _, ...process }) {
    const { stageKey, workflowId, otherDetails } = required(bulk.start);
    const workflow = workflowAt(subProject, stageKey, workflowId);
    const { state } = await mapRejections(() =>
      startRun(tx, deps, {
        actor: { principal, traceId: bulk.traceId },
        subProject,
        run: { id: newId(), subProjectId: subProject.id, workflowId: workflow.id, processId: process.id },
        definitionId: workflow.definitionId,
        stageKey,
        process,
        command: { type: 'start', modelId: workflow.definitionId, variables: { otherDetails } },
      }),
    );
    return state;
  },
  unexpected: { id: errorIds.internal, detail: 'The run could not be started.' },
});

function required(start: BulkStart | null): BulkStart {
  if (start === null) throw new Error('a bulk execution names no workflow');
  return start;
}
