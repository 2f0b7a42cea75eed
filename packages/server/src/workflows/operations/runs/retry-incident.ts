import { operations } from '@millrace/contract';
import { conflict, excerpt, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findIncident } from '../../records/incidents.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Resolves an incident by repeating the work that failed. If it fails again, a new incident is raised.
 *
 * @throws CatalogueError as {@link operateRun}, 1200 (404) for an unknown incident, 1009 when it is resolved already
 */
export const retryIncident =
  (deps: WorkflowDeps): UseCase<'retryIncident'> =>
  (caller, request) =>
    operateRun(deps, caller, operations.retryIncident, request, async (tx, run) => {
      const incident = await findIncident(tx, run, request.incidentId);
      if (incident === undefined) {
        const detail = `The run has no incident "${excerpt(request.incidentId)}"; getWorkflowRun lists them.`;
        throw namesNothing(detail);
      }
      if (incident.resolvedTs !== null) throw conflict('The incident has been resolved already.');
      return {
        command: {
          type: 'retryIncident',
          key: incident.incidentKey,
          retries: request.retries ?? 1,
          ...(request.variables === undefined ? {} : { variables: { ...request.variables } }),
        },
        action: 'incident.retry',
        after: { incidentId: incident.id, variables: Object.keys(request.variables ?? {}) },
      };
    });
