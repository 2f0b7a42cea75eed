import type { RunState, RunStatus } from '@millrace/engine';
import { hasOpenStep } from '../../../jobs/records/job-conditions.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { type IncidentSearch, matchingIncidents } from '../list-incidents.js';
import { type MigrationSearch, migratableRuns } from './migration-runs.js';

/** What names a bulk operation. */
interface BulkKey {
  readonly subProjectId: string;
  readonly id: string;
}

/** Runs of one repair. */
export const MOST_REPAIRED = 100_000;

/** A run that is to be repaired; of a retry, one of its incidents. */
export interface RepairTarget {
  readonly runId: string;
  readonly incidentId: string | null;
  /** Null: the run is no longer there. */
  readonly processId: string | null;
}

/** A run that a repair has not asked. */
export interface RepairItem extends RepairTarget {
  readonly position: number;
}

/** A run that was asked and whose outcome was not known. */
export interface WaitingItem {
  readonly position: number;
  readonly instanceKey: number;
  readonly jobKey: number;
  /** Null: the run is no longer there. */
  readonly status: RunStatus | null;
  readonly state: RunState | null;
}

/** What is known of a run that was asked. */
export type Waits = Pick<WaitingItem, 'instanceKey' | 'jobKey'>;

/** What is repaired, newest first: incidents, the runs that have them, or runs that follow another version. */
export type RepairChoice =
  | { readonly of: 'incidents' | 'runs'; readonly search: IncidentSearch }
  | { readonly of: 'migration'; readonly search: MigrationSearch };

/** The rows `run_id`, `incident_id` and `place`, the newest first. */
function chosen(choice: RepairChoice, limit: number): Fragment {
  const each = candidates(choice);
  return sql`select run_id, incident_id, row_number() over (order by at desc, tie desc) as place
    from (${each} order by at desc, tie desc limit ${limit}) each`;
}

/** The rows `run_id`, `incident_id`, `at` and `tie`. */
function candidates(choice: RepairChoice): Fragment {
  if (choice.of === 'migration') {
    return sql`select r.id as run_id, null::uuid as incident_id, r.created_ts as at, r.id::text as tie
      ${migratableRuns(choice.search)}`;
  }
  if (choice.of === 'runs') {
    return sql`select i.run_id, null::uuid as incident_id, max(i.created_ts) as at, max(i.id::text) as tie
      ${matchingIncidents(choice.search)} group by i.run_id`;
  }
  return sql`select i.run_id, i.id as incident_id, i.created_ts as at, i.id::text as tie
    ${matchingIncidents(choice.search)}`;
}

/** Keeps what matches now, the newest {@link MOST_REPAIRED}, for a repair. @returns how many these are */
export async function keepItems(tx: Transaction, { subProjectId, id }: BulkKey, choice: RepairChoice): Promise<number> {
  const { count } = await tx`
    insert into bulk_repair_items (sub_project_id, bulk_id, position, run_id, incident_id)
    select ${subProjectId}::uuid, ${id}::uuid, place, run_id, incident_id
    from (${chosen(choice, MOST_REPAIRED)}) chosen`;
  return count;
}

/** The newest that match now, and how many match, counted up to {@link MOST_REPAIRED}. */
export async function firstTargets(
  db: Queryable,
  choice: RepairChoice,
  limit: number,
): Promise<{ readonly total: number; readonly targets: readonly RepairTarget[] }> {
  const rows = await db<RepairTarget & { readonly total: number }>`
    with chosen as materialized (${chosen(choice, MOST_REPAIRED)})
    select c.run_id as "runId", c.incident_id as "incidentId", r.process_id as "processId",
      (select count(*) from chosen) as total
    from chosen c left join runs r on r.sub_project_id = ${choice.search.subProjectId} and r.id = c.run_id
    where c.place <= ${limit} order by c.place`;
  return { total: rows[0]?.total ?? 0, targets: rows.map(({ total: _, ...target }) => target) };
}

/** The next runs to ask. */
export async function nextItems(
  tx: Transaction,
  { subProjectId, id }: BulkKey,
  limit: number,
): Promise<readonly RepairItem[]> {
  return tx<RepairItem>`
    select i.position, i.run_id as "runId", i.incident_id as "incidentId", r.process_id as "processId"
    from bulk_repair_items i left join runs r on r.sub_project_id = i.sub_project_id and r.id = i.run_id
    where i.sub_project_id = ${subProjectId} and i.bulk_id = ${id} and i.job_key is null
    order by i.position limit ${limit}`;
}

/** Runs that were asked and no longer have the open job that they waited for, as they are now. */
export async function doneWaiting(
  tx: Transaction,
  { subProjectId, id }: BulkKey,
  limit: number,
): Promise<readonly WaitingItem[]> {
  return tx<WaitingItem>`
    select i.position, i.instance_key as "instanceKey", i.job_key as "jobKey", r.status, r.state
    from bulk_repair_items i left join runs r on r.sub_project_id = i.sub_project_id and r.id = i.run_id
    where i.sub_project_id = ${subProjectId} and i.bulk_id = ${id} and i.job_key is not null
      and not ${hasOpenStep(sql`i`)}
    order by i.position limit ${limit}`;
}

/** Forgets runs whose outcome is known. */
export async function deleteItems(
  tx: Transaction,
  { subProjectId, id }: BulkKey,
  positions: readonly number[],
): Promise<void> {
  if (positions.length === 0) return;
  await tx`delete from bulk_repair_items
    where sub_project_id = ${subProjectId} and bulk_id = ${id} and position = any(${positions}::integer[])`;
}

/** Keeps what runs wait for that were asked. */
export async function updateItems(
  tx: Transaction,
  { subProjectId, id }: BulkKey,
  items: readonly (Waits & { readonly position: number })[],
): Promise<void> {
  if (items.length === 0) return;
  await tx`update bulk_repair_items i set instance_key = w."instanceKey", job_key = w."jobKey"
    from json_to_recordset(${sql.json(items)}::json) as w (position integer, "instanceKey" integer, "jobKey" integer)
    where i.sub_project_id = ${subProjectId} and i.bulk_id = ${id} and i.position = w.position`;
}

/** Forgets what a repair that has ended did not do. */
export async function deleteAllItems(tx: Transaction, { subProjectId, id }: BulkKey): Promise<void> {
  await tx`delete from bulk_repair_items where sub_project_id = ${subProjectId} and bulk_id = ${id}`;
}
