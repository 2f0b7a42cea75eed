import { type Fragment, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';

/** A row of `incidents` as a step made it. */
export interface IncidentToStore {
  readonly id: string;
  readonly incident_key: number;
  readonly element_id: string;
  readonly kind: string;
  readonly message: string;
  /** The engine's number of the job it is about. */
  readonly job_key: number | null;
  readonly resolved_ts: Date | null;
}

/** A job done inside the transaction was never stored, and its incident then names no job. */
export function insertIncidents(run: RunIdentity, incidents: readonly IncidentToStore[], at: Date): Fragment {
  return sql`
    insert into incidents (id, sub_project_id, run_id, incident_key, element_id, kind, message, job_id, created_ts, resolved_ts)
    select id, ${run.subProjectId}::uuid, ${run.id}::uuid, incident_key, element_id, kind, message,
      (select jobs.id from jobs where jobs.run_id = ${run.id} and jobs.open and jobs.element_key = incident.job_key
        and jobs.kind in ('job', 'update')),
      ${at}::timestamptz, resolved_ts
    from json_to_recordset(${sql.json(incidents)}::json) as incident (id uuid, incident_key integer, element_id text,
      kind text, message text, job_key integer, resolved_ts timestamptz)`;
}

export function resolveIncidents(run: RunIdentity, keys: readonly number[], at: Date): Fragment {
  return sql`
    update incidents set resolved_ts = ${at}::timestamptz
    where run_id = ${run.id} and resolved_ts is null and incident_key = any(${keys}::integer[])`;
}
