import { readTotal } from '../../filters/counting.js';
import type { Position } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import type { IncidentRow } from './incidents.js';

/** Which incidents a list is about. */
export interface IncidentSearch {
  readonly subProjectId: string;
  /** Condition over the process `p` of a run. */
  readonly visible: Fragment;
  readonly state: 'OPEN' | 'RESOLVED' | 'ALL';
  readonly kinds?: readonly string[] | undefined;
  readonly workflowId?: string | undefined;
  readonly definitionId?: string | undefined;
  readonly elementId?: string | undefined;
  readonly fingerprint?: string | undefined;
  /** Part of the message, in upper or lower case. */
  readonly message?: string | undefined;
  readonly created: { readonly from: string | undefined; readonly to: string | undefined };
  /** An id that is no UUID names nothing, so nothing is found. */
  readonly runId?: string | undefined;
  /** As `runId`. */
  readonly incidentId?: string | undefined;
  /** Absent: any. */
  readonly incidentIds?: readonly string[] | undefined;
}

/** An incident with what it belongs to. */
export interface ListedIncidentRow extends Omit<IncidentRow, 'incidentKey'> {
  readonly runId: string;
  readonly workflowId: string;
  readonly definitionId: string;
  readonly processId: string;
  readonly fingerprint: string;
}

/** Incidents of a server of the previous version have no pattern. */
const pattern: Fragment = sql`coalesce(i.pattern, left(i.message, 300))`;

/** The same for incidents of one kind, element and pattern; U+001F is in none of them. */
const fingerprint: Fragment = sql`substr(md5(i.kind || e'\x1f' || i.element_id || e'\x1f' || ${pattern}), 1, 16)`;

/** One page of incidents, newest first. Follows `incidents_open_newest` or `incidents_newest`, or the index of the run. */
export async function listIncidentsAfter(
  db: Queryable,
  search: IncidentSearch,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<readonly ListedIncidentRow[]> {
  return db<ListedIncidentRow>`
    select i.id, i.run_id as "runId", r.workflow_id as "workflowId", r.definition_id as "definitionId",
      r.process_id as "processId", i.element_id as "elementId", i.kind, i.message, ${fingerprint} as fingerprint,
      i.job_id as "jobId", i.created_ts as "createdTs", i.resolved_ts as "resolvedTs"
    ${matchingIncidents(search)} and (i.created_ts, i.id) < (${after.createdTs}::timestamptz, ${after.id}::uuid)
    order by i.created_ts desc, i.id desc limit ${limit}`;
}

/** How many incidents match; see `boundedMetaOf`. */
export const countIncidents = (db: Queryable, search: IncidentSearch): Promise<number> =>
  readTotal(db, matchingIncidents(search));

/** Incidents of one workflow with one fingerprint. */
export interface IncidentGroupRow {
  readonly fingerprint: string;
  readonly workflowId: string;
  readonly elementId: string;
  readonly kind: string;
  readonly pattern: string;
  readonly count: number;
  readonly runCount: number;
  readonly firstTs: Date;
  readonly lastTs: Date;
  readonly definitionIds: readonly string[];
  readonly newestRunId: string;
  readonly newestIncidentId: string;
}

/** Groups, and how many incidents match, counted up to one more than were grouped. */
export interface IncidentGroups {
  readonly groups: readonly IncidentGroupRow[];
  readonly matched: number;
}

/**
 * Groups the newest matching incidents by workflow and fingerprint; the largest groups first.
 *
 * @param newest how many incidents are grouped at most
 * @param limit how many groups are returned at most
 */
export async function groupIncidents(
  db: Queryable,
  search: IncidentSearch,
  { newest, limit }: { readonly newest: number; readonly limit: number },
): Promise<IncidentGroups> {
  const rows = await db<IncidentGroupRow & { readonly matched: number }>`
    with matching as materialized (
      select i.id, i.run_id, i.kind, i.element_id, i.created_ts, r.workflow_id, r.definition_id,
        ${pattern} as pattern, ${fingerprint} as fingerprint,
        row_number() over (order by i.created_ts desc, i.id desc) as place
      ${matchingIncidents(search)} order by i.created_ts desc, i.id desc limit ${newest + 1}
    )
    select fingerprint, workflow_id as "workflowId", min(element_id) as "elementId", min(kind) as kind,
      min(pattern) as pattern, count(*) as count, count(distinct run_id) as "runCount", min(created_ts) as "firstTs",
      max(created_ts) as "lastTs", array_agg(distinct definition_id) as "definitionIds",
      (array_agg(run_id order by place))[1] as "newestRunId", (array_agg(id order by place))[1] as "newestIncidentId",
      (select count(*) from matching) as matched
    from matching where place <= ${newest}
    group by workflow_id, fingerprint order by count(*) desc, max(created_ts) desc, fingerprint limit ${limit}`;
  return { groups: rows.map(({ matched: _, ...group }) => group), matched: rows[0]?.matched ?? 0 };
}

/**
 * The rows of the incidents `i`, each with its run `r`. The run is looked up for each incident: `offset 0` keeps PostgreSQL
 * from reading all runs and processes of the sub-project instead, which grow without bound.
 */
export function matchingIncidents(search: IncidentSearch): Fragment {
  const { visible, workflowId, definitionId } = search;
  const conditions = [sql`r.sub_project_id = i.sub_project_id`, sql`r.id = i.run_id`, visible];
  if (workflowId !== undefined) conditions.push(sql`r.workflow_id = ${workflowId}`);
  if (definitionId !== undefined) conditions.push(sql`r.definition_id = ${definitionId}`);
  return sql`from incidents i cross join lateral (
      select r.workflow_id, r.definition_id, r.process_id from runs r join ${processOf(sql`r`)}
      where ${sql.and(conditions)} offset 0) r
    where ${sql.and(incidentConditions(search))}`;
}

function incidentConditions(search: IncidentSearch): readonly Fragment[] {
  const { subProjectId, state, kinds, elementId, message, created, runId, incidentId, incidentIds } = search;
  const conditions = [sql`i.sub_project_id = ${subProjectId}`];
  if (state === 'OPEN') conditions.push(sql`i.resolved_ts is null`);
  if (state === 'RESOLVED') conditions.push(sql`i.resolved_ts is not null`);
  if (kinds !== undefined) conditions.push(sql`i.kind = any(${kinds}::text[])`);
  if (elementId !== undefined) conditions.push(sql`i.element_id = ${elementId}`);
  if (search.fingerprint !== undefined) conditions.push(sql`${fingerprint} = ${search.fingerprint}`);
  if (message !== undefined) conditions.push(sql`strpos(lower(i.message), lower(${message})) > 0`);
  if (created.from !== undefined) conditions.push(sql`i.created_ts >= ${created.from}::timestamptz`);
  if (created.to !== undefined) conditions.push(sql`i.created_ts < ${created.to}::timestamptz`);
  if (runId !== undefined) conditions.push(isUuid(runId) ? sql`i.run_id = ${runId}` : sql`false`);
  if (incidentId !== undefined) conditions.push(isUuid(incidentId) ? sql`i.id = ${incidentId}` : sql`false`);
  if (incidentIds !== undefined) conditions.push(sql`i.id = any(${incidentIds}::uuid[])`);
  return conditions;
}
