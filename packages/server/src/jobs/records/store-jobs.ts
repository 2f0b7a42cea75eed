import type { Queryable } from '../../postgres/database.js';
import { type Fragment, sql, type Transaction } from '../../postgres/database.js';
import { CHANNEL, hintsOf } from '../hints/hint.js';
import type { NewJob, RunKey } from './job.js';

/**
 * An insert of any number of jobs: its text does not depend on how many, so it is prepared once.
 *
 * A job that is due now gets the database's time, which leases also use. A run has at most one open job of kind
 * `continue`. It cannot be closed while the caller holds the run's row, so if one is open, no second one is stored.
 */
export function insertJobsStatement(jobs: readonly NewJob[], createdTs: Date): Fragment {
  const rows = jobs.map((job) => ({
    id: job.id,
    sub_project_id: job.subProjectId,
    run_id: job.runId,
    process_id: job.processId,
    kind: job.kind,
    lane: job.lane,
    type: job.type,
    element_id: job.elementId,
    element_key: job.elementKey,
    instance_key: job.instanceKey,
    due_ts: job.dueTs,
    retries: job.retries,
    headers: job.headers,
    payload: job.payload,
    signal_id: job.signalId,
    definition_id: job.definitionId,
  }));
  return sql`
    insert into jobs (id, sub_project_id, run_id, process_id, kind, lane, type, element_id, element_key, instance_key,
      due_ts, retries, headers, payload, signal_id, definition_id, created_ts)
    select id, sub_project_id, run_id, process_id, kind, lane, type, element_id, element_key, instance_key,
      case when due_ts <= ${createdTs}::timestamptz then now() else due_ts end, retries, headers, payload, signal_id,
      definition_id, ${createdTs}::timestamptz
    from json_to_recordset(${sql.json(rows)}::json) as job (id uuid, sub_project_id uuid, run_id uuid, process_id uuid,
      kind text, lane text, type text, element_id text, element_key integer, instance_key integer,
      due_ts timestamptz, retries integer, headers json, payload json, signal_id uuid, definition_id uuid)
    where kind <> 'continue' or not exists (
      select 1 from jobs known where known.sub_project_id = job.sub_project_id and known.run_id = job.run_id
        and known.kind = 'continue' and known.open)`;
}

/**
 * An insert of a job for each run of a query, which evaluates the conditions of the run again.
 *
 * @param runs gives `"runId"`
 */
export const insertConditionJobs = (
  runs: Fragment,
  { subProjectId, processId }: { readonly subProjectId: string; readonly processId: string },
  createdTs: Date,
): Fragment => sql`
  insert into jobs (sub_project_id, id, run_id, process_id, kind, lane, due_ts, created_ts)
  select ${subProjectId}::uuid, gen_random_uuid(), "runId", ${processId}::uuid, 'conditions', 'engine', now(),
    ${createdTs}::timestamptz
  from (${runs}) as waiting returning id`;

/** Closes open jobs and timers of a run by their engine numbers; the caller holds the run's row. */
export function closeJobsStatement(run: RunKey, elementKeys: readonly number[], closedTs: Date): Fragment {
  return sql`
    update jobs set open = false, leased = false, closed_ts = ${closedTs}::timestamptz
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and open and kind in ('job', 'update', 'timer')
      and element_key = any(${elementKeys}::integer[])`;
}

/** Stores jobs outside a run's own write and notifies their takers on commit. */
export async function storeJobs(tx: Queryable, jobs: readonly NewJob[], now: number): Promise<void> {
  if (jobs.length === 0) return;
  await tx.run(insertJobsStatement(jobs, new Date(now)));
  await notify(tx, hintsOf(jobs, now));
}

/**
 * Stores a job of the lane `background` unless one of its kind waits already in its sub-project. If a job of the kind
 * is waiting, it is locked: it starts after this transaction and sees its changes. A running job may have started
 * earlier, so it does not count.
 */
export async function storeJobOnce(tx: Transaction, job: NewJob, now: number): Promise<void> {
  const waiting = await tx`
    select 1 from jobs where open and lane = 'background' and sub_project_id = ${job.subProjectId} and kind = ${job.kind}
      and not leased limit 1 for key share skip locked`;
  if (waiting.length === 0) await storeJobs(tx, [job], now);
}

/** Notifies on commit. */
export async function notify(tx: Queryable, hints: readonly string[]): Promise<void> {
  if (hints.length === 0) return;
  await tx`select pg_notify(${CHANNEL}, hint) from unnest(${hints}::text[]) as hint`;
}

/** Ids of definitions whose timer start events are scheduled in a sub-project. */
export async function scheduledDefinitions(tx: Queryable, subProjectId: string): Promise<ReadonlySet<string>> {
  const rows = await tx<{ definition_id: string }>`
    select distinct definition_id from jobs
    where open and definition_id is not null and kind = 'schedule' and sub_project_id = ${subProjectId}`;
  return new Set(rows.map((row) => row.definition_id));
}

/** Ends the schedules of a sub-project's definitions other than the given. */
export async function endSchedules(tx: Queryable, subProjectId: string, keep: readonly string[]): Promise<void> {
  await tx`
    update jobs set open = false, leased = false, closed_ts = now()
    where open and definition_id is not null and kind = 'schedule' and sub_project_id = ${subProjectId}
      and definition_id <> all(${keep}::uuid[])`;
}

/** Open jobs and timers of a run move along to other elements of its diagram. */
export async function renameJobElements(
  tx: Queryable,
  run: RunKey,
  from: readonly string[],
  to: readonly string[],
): Promise<void> {
  await tx`
    update jobs set element_id = renamed.now from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and open and element_id = renamed.before`;
}
