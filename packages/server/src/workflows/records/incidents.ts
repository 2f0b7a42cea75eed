import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';

export interface IncidentRow {
  readonly id: string;
  /** The engine's number of it. */
  readonly incidentKey: number;
  readonly elementId: string;
  readonly kind: string;
  readonly message: string;
  readonly jobId: string | null;
  readonly createdTs: Date;
  readonly resolvedTs: Date | null;
}

/** An incident of a run, resolved or not. */
export async function findIncident(db: Queryable, runId: string, incidentId: string): Promise<IncidentRow | undefined> {
  if (!isUuid(incidentId)) return undefined;
  const [row] = await db<IncidentRow>`
    select id, incident_key as "incidentKey", element_id as "elementId", kind, message, job_id as "jobId",
      created_ts as "createdTs", resolved_ts as "resolvedTs"
    from incidents where id = ${incidentId} and run_id = ${runId}`;
  return row;
}

/** Incidents of a run, open ones first, then the newest; at most 1000. */
export async function listIncidents(db: Queryable, runId: string): Promise<readonly IncidentRow[]> {
  return db<IncidentRow>`
    select id, incident_key as "incidentKey", element_id as "elementId", kind, message, job_id as "jobId",
      created_ts as "createdTs", resolved_ts as "resolvedTs"
    from incidents where run_id = ${runId} order by resolved_ts is not null, created_ts desc, id desc limit 1000`;
}
