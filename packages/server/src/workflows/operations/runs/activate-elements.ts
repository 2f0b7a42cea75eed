import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { activation } from '../../external-jobs/job-result.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Activates elements of an open ad-hoc sub-process.
 *
 * @throws CatalogueError as {@link operateRun}
 */
export const activateElements =
  (deps: WorkflowDeps): UseCase<'activateElements'> =>
  (caller, request) => {
    const { key, cancelRemaining = false } = request;
    const elements = request.elements.map(activation);
    return operateRun(deps, caller, operations.activateElements, request, async () => ({
      command: { type: 'activateElements', key, elements, cancelRemaining },
      action: 'run.activateElements',
      after: { key, elements: elements.map(({ elementId }) => elementId), cancelRemaining },
    }));
  };
