import type { Variables } from '@millrace/engine';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { newId } from '../../kernel/identifiers.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { signalStarts } from '../records/start-subscriptions.js';

export interface SignalToDeliver {
  readonly subProjectId: string;
  readonly name: string;
  readonly variables: Variables;
  /** The run that threw it, which sees it only at subscriptions up to the key `before`. */
  readonly thrownBy?: string;
  readonly before?: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Jobs inserted by one statement. */
const BATCH = 1000;

interface Waiting {
  readonly run_id: string;
  readonly process_id: string;
  readonly keys: readonly number[];
}

/**
 * Stores one job per waiting run and per start event, so that a broadcast to any number of runs is one short transaction
 * that locks none of them. Its variables are stored once. Grows with the runs that wait for it.
 *
 * @returns how many runs wait for it
 */
export async function fanOutSignal(tx: Transaction, signal: SignalToDeliver): Promise<number> {
  const waiting = await listWaiting(tx, signal);
  const starts = await signalStarts(tx, signal.subProjectId, signal.name);
  if (waiting.length + starts.length === 0) return 0;
  const signalId = newId(signal.now);
  await tx`insert into signals (id, sub_project_id, name, variables, created_ts)
    values (${signalId}, ${signal.subProjectId}, ${signal.name}, ${sql.json(signal.variables)}, ${new Date(signal.now)})`;
  const common = { subProjectId: signal.subProjectId, lane: 'engine', dueTs: new Date(signal.now), signalId } as const;
  const jobs = waiting.map((run) =>
    newJob({
      ...common,
      kind: 'signal',
      runId: run.run_id,
      processId: run.process_id,
      payload: { name: signal.name, keys: run.keys },
    }),
  );
  for (const { definitionId, elementId } of starts) {
    jobs.push(newJob({ ...common, kind: 'start', definitionId, elementId }));
  }
  for (let from = 0; from < jobs.length; from += BATCH) {
    await storeJobs(tx, jobs.slice(from, from + BATCH), signal.now);
  }
  return waiting.length;
}

async function listWaiting(db: Queryable, signal: SignalToDeliver): Promise<readonly Waiting[]> {
  const own =
    signal.thrownBy === undefined ? sql`true` : sql`(run_id <> ${signal.thrownBy} or key <= ${signal.before ?? 0})`;
  return db<Waiting>`
    select run_id, process_id, array_agg(key order by key) as keys from subscriptions
    where kind = 'signal' and sub_project_id = ${signal.subProjectId} and name = ${signal.name} and ${own}
    group by run_id, process_id`;
}

/** The variables of a signal on its way. */
export async function findSignalVariables(db: Queryable, signalId: string): Promise<Variables | undefined> {
  const [row] = await db<{ variables: Variables }>`select variables from signals where id = ${signalId}`;
  return row?.variables;
}

/** Forgets signals a day old that no job delivers any more. Bounded per call. */
export async function forgetSignals(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from signals where id in (
      select id from signals s where created_ts < now() - interval '1 day'
        and not exists (select 1 from jobs where jobs.signal_id = s.id and jobs.open)
      order by created_ts limit ${limit})`;
  return count;
}
