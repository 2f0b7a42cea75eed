import type { RunKey } from '../../jobs/records/job.js';
import { openJobId } from '../../jobs/records/job-conditions.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';

/** A failure that stops one branch of a run until a user retries it. */
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

const columns: Fragment = sql`id, incident_key as "incidentKey", element_id as "elementId", kind, message, pattern,
  job_id as "jobId", created_ts as "createdTs", resolved_ts as "resolvedTs"`;

/** An incident of a run, resolved or not; an id that is no UUID names nothing. */
export async function findIncident(db: Queryable, run: RunKey, incidentId: string): Promise<IncidentRow | undefined> {
  if (!isUuid(incidentId)) return undefined;
  const [row] = await db<IncidentRow>`
    select ${columns} from incidents
    where sub_project_id = ${run.subProjectId} and id = ${incidentId} and run_id = ${run.id}`;
  return row;
}

/** Incidents of a run, open ones first, then the newest; at most 1000. */
export async function listIncidents(db: Queryable, run: RunKey): Promise<readonly IncidentRow[]> {
  return db<IncidentRow>`
    select ${columns} from incidents where sub_project_id = ${run.subProjectId} and run_id = ${run.id}
    order by resolved_ts is not null, created_ts desc, id desc limit 1000`;
}

/** A new incident as a step of the engine made it. */
export interface NewIncident extends Pick<IncidentRow, 'id' | 'incidentKey' | 'elementId' | 'kind' | 'message'> {
  /** The engine's number of the job it is about. */
  readonly jobKey: number | null;
  /** What its message has in common with those of the same cause. */
  readonly pattern: string;
  /** Set when the same transaction resolved it. */
  readonly resolvedTs: Date | null;
}

/**
 * The statement that stores the new incidents of a run. A job that was done inside the transaction was never stored; its
 * incident names no job.
 */
export const insertIncidents = (run: RunKey, incidents: readonly NewIncident[], at: Date): Fragment => sql`
  insert into incidents (id, sub_project_id, run_id, incident_key, element_id, kind, message, pattern, job_id,
    created_ts, resolved_ts)
  select id, ${run.subProjectId}::uuid, ${run.id}::uuid, "incidentKey", "elementId", kind, message, pattern,
    ${openJobId(run, sql`incident."jobKey"`)}, ${at}::timestamptz, "resolvedTs"
  from json_to_recordset(${sql.json(incidents)}::json) as incident (id uuid, "incidentKey" integer, "elementId" text,
    kind text, message text, pattern text, "jobKey" integer, "resolvedTs" timestamptz)`;

/** The statement that resolves open incidents of a run by their engine numbers. */
export const resolveIncidents = (run: RunKey, keys: readonly number[], at: Date): Fragment => sql`
  update incidents set resolved_ts = ${at}::timestamptz
  where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and resolved_ts is null
    and incident_key = any(${keys}::integer[])
  returning id`;

/** The events of the incidents that {@link resolveIncidents} resolved, as the query `resolved_incidents` of the same statement. */
export const resolvedIncidentEvents = (run: RunIdentity): Fragment => sql`
  select 'incident.resolved' as type, 'incident' as subject_type, id::text as subject_id,
    json_build_object('runId', ${run.id}::text, 'workflowId', ${run.workflowId}::text, 'incidentId', id) as data
  from resolved_incidents`;
