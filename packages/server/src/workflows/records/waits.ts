import { CHANNEL, ENGINE_HINT } from '../../jobs/hints/hint.js';
import type { RunKey } from '../../jobs/records/job.js';
import { insertConditionJobs } from '../../jobs/records/store-jobs.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { MessageAddress } from './messages.js';

/** What a run waits for besides tasks and jobs, as the wire has it. */
export interface RunWait {
  readonly elementId: string;
  readonly kind: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
}

/** At most 1000. */
export async function listWaits(db: Queryable, run: RunKey): Promise<readonly RunWait[]> {
  return db<RunWait>`
    select element_id as "elementId", kind, name, correlation_key as "correlationKey"
    from subscriptions where sub_project_id = ${run.subProjectId} and run_id = ${run.id} order by key limit 1000`;
}

/** Whether a run still has one of the subscriptions; the caller holds the run's row. */
export async function isSubscribed(db: Queryable, run: RunKey, keys: readonly number[]): Promise<boolean> {
  const rows = await db`
    select 1 from subscriptions
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and key = any(${keys}::integer[]) limit 1`;
  return rows.length > 0;
}

/** A run that waits for a message, and the engine's number of its subscription. */
export interface WaitingRun {
  readonly runId: string;
  readonly key: number;
}

/** The run that has waited longest for a message. */
export async function findWaitingRun(db: Queryable, address: MessageAddress): Promise<WaitingRun | undefined> {
  const [row] = await db<WaitingRun>`
    select run_id as "runId", key from subscriptions
    where sub_project_id = ${address.subProjectId} and kind = 'message' and name = ${address.name}
      and correlation_key = ${address.correlationKey}
    order by created_ts, run_id, key limit 1`;
  return row;
}

/** A run that waits for a signal, with the engine's numbers of its subscriptions. */
export interface SignalWait {
  readonly runId: string;
  readonly processId: string;
  readonly keys: readonly number[];
}

/**
 * Every run that waits for a signal.
 *
 * @param thrower a run that sees the signal only at its subscriptions up to the number `before`
 */
export async function listSignalWaits(
  db: Queryable,
  signal: { readonly subProjectId: string; readonly name: string },
  thrower?: { readonly runId: string; readonly before: number },
): Promise<readonly SignalWait[]> {
  const seen = thrower === undefined ? sql`true` : sql`(run_id <> ${thrower.runId} or key <= ${thrower.before})`;
  return db<SignalWait>`
    select run_id as "runId", process_id as "processId", array_agg(key order by key) as keys from subscriptions
    where sub_project_id = ${signal.subProjectId} and kind = 'signal' and name = ${signal.name} and ${seen}
    group by run_id, process_id`;
}

/** The query for the runs that wait for a condition on a process. @param except a run that has evaluated its conditions */
export const conditionWaits = (
  { subProjectId, processId }: { readonly subProjectId: string; readonly processId: string },
  except?: string,
): Fragment => sql`
  select distinct run_id as "runId" from subscriptions
  where sub_project_id = ${subProjectId} and process_id = ${processId} and kind = 'condition'
    and ${except === undefined ? sql`true` : sql`run_id <> ${except}`}`;

interface ProcessKey {
  readonly subProjectId: string;
  readonly processId: string;
}

/** What {@link wakeConditions} stores, as a part of the statement whose query `changed` has a row when it changed the process. */
export const wakenBy = (process: ProcessKey, changed: string, now: Date): Fragment =>
  insertConditionJobs(
    sql`select waits.* from (${conditionWaits(process)}) as waits where exists (select from ${sql.id(changed)})`,
    process,
    now,
  );

/**
 * Makes every run that waits for a condition on a process evaluate it again. This only stores jobs, because the caller holds
 * the lock of the process, and a run's row is never locked after it. Its cost grows with the runs that wait on the process.
 */
export function wakeConditions(tx: Transaction, process: ProcessKey, now: Date): void {
  tx.send(sql`
    with woken as (${insertConditionJobs(conditionWaits(process), process, now)})
    select pg_notify(${CHANNEL}, ${ENGINE_HINT}) from (select from woken limit 1) as one`);
}
