import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { operateRun } from '../../run/operate-run.js';
import { retryCommand } from '../../run/operator-commands.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Resolves an incident by repeating the work that failed. If it fails again, a new incident is raised.
 *
 * @throws CatalogueError as {@link operateRun} and {@link retryCommand}
 */
export const retryIncident =
  (deps: WorkflowDeps): UseCase<'retryIncident'> =>
  (caller, request) =>
    operateRun(deps, caller, operations.retryIncident, request, (tx, run) => {
      const { incidentId, retries = 1, variables } = request;
      return retryCommand(tx, run, {
        incidentId,
        retries,
        variables: variables === undefined ? undefined : { ...variables },
      });
    });
