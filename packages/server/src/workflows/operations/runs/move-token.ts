import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Cancels an element instance and enters another element of the same scope instead.
 *
 * @throws CatalogueError as {@link operateRun}
 */
export const moveToken =
  (deps: WorkflowDeps): UseCase<'moveToken'> =>
  (caller, request) => {
    const { key, toElementId } = request;
    return operateRun(deps, caller, operations.moveToken, request, async () => ({
      command: { type: 'moveToken', key, toElementId },
      action: 'run.moveToken',
      after: { key, toElementId },
    }));
  };
