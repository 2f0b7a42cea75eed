import { operations } from '@millrace/contract';
import { conflict, namesNothing } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { findIncident } from '../../records/incidents.js';
import { operateRun } from '../../run/operate-run.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Closes an incident by trying again what it stopped; if that fails again there is a new incident. */
export const retryIncident =
  (deps: WorkflowDeps): UseCase<'retryIncident'> =>
  (caller, request) =>
    operateRun(deps, caller, operations.retryIncident, request, async (tx, run) => {
      const incident = await findIncident(tx, run.id, request.incidentId);
      if (incident === undefined) {
        const detail = `The run has no incident "${request.incidentId.slice(0, 100)}"; getWorkflowRun lists them.`;
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
