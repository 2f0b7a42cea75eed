import { conflict, excerpt, namesNothing } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { findIncident } from '../records/incidents.js';
import type { RunRow } from '../records/run-row.js';
import type { OperatorCommand } from './operate-run.js';

/** How an incident is to be tried again. */
export interface Retry {
  readonly incidentId: string;
  /** Attempts of its job. */
  readonly retries: number;
  /** To be set before. */
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The command that resolves an incident by repeating the work that failed. If it fails again, a new incident is raised.
 *
 * @throws CatalogueError 1200 (404) for an incident that the run does not have, 1009 when it is resolved already
 */
export async function retryCommand(
  tx: Transaction,
  run: RunRow,
  { incidentId, retries, variables }: Retry,
): Promise<OperatorCommand & { readonly command: { readonly type: 'retryIncident'; readonly key: number } }> {
  const incident = await findIncident(tx, run, incidentId);
  if (incident === undefined) {
    const detail = `The run has no incident "${excerpt(incidentId)}"; getWorkflowRun lists them.`;
    throw namesNothing(detail);
  }
  if (incident.resolvedTs !== null) throw conflict('The incident has been resolved already.');
  return {
    command: {
      type: 'retryIncident',
      key: incident.incidentKey,
      retries,
      ...(variables === undefined ? {} : { variables: { ...variables } }),
    },
    action: 'incident.retry',
    after: { incidentId: incident.id, variables: Object.keys(variables ?? {}) },
  };
}

/** The command that ends a run and all its open work in one step. */
export const cancelCommand = (reason: string | undefined): OperatorCommand => ({
  command: { type: 'cancel', ...(reason === undefined ? {} : { reason }) },
  action: 'run.cancel',
  after: reason === undefined ? {} : { reason },
});
