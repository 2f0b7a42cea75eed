import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { operateRun } from '../../run/operate-run.js';
import { cancelCommand } from '../../run/operator-commands.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Ends a run and all its open work in one step.
 *
 * @throws CatalogueError as {@link operateRun}
 */
export const cancelWorkflowRun =
  (deps: WorkflowDeps): UseCase<'cancelWorkflowRun'> =>
  (caller, request) =>
    operateRun(deps, caller, operations.cancelWorkflowRun, request, async () => cancelCommand(request.reason));
