import type { Variables } from '@millrace/engine';
import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import { newId } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { insertSignal } from '../records/signals.js';
import { listSignalStarts, partPayload } from '../records/start-subscriptions.js';
import { listSignalWaits } from '../records/waits.js';

/** A signal that a client broadcast or a run threw. */
export interface SignalToDeliver {
  readonly subProjectId: string;
  readonly name: string;
  readonly variables: Variables;
  /** The run that threw it, which sees it only at its subscriptions up to the number `before`. */
  readonly thrower?: { readonly runId: string; readonly before: number };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Jobs inserted by one statement. */
const BATCH = 1000;

/**
 * Stores one job per waiting run and per start event. A broadcast to any number of runs is so one short transaction that
 * locks none of them. Its cost grows with the runs that wait.
 *
 * @returns how many runs wait for the signal
 */
export async function fanOutSignal(tx: Transaction, signal: SignalToDeliver): Promise<number> {
  const { subProjectId, name, variables, now } = signal;
  const waits = await listSignalWaits(tx, signal, signal.thrower);
  const starts = await listSignalStarts(tx, subProjectId, name);
  if (waits.length + starts.length === 0) return 0;
  const signalId = newId(now);
  await insertSignal(tx, { id: signalId, subProjectId, name, variables, createdTs: new Date(now) });
  const common = { subProjectId, lane: 'engine', dueTs: new Date(now), signalId } as const;
  const jobs = [
    ...waits.map(({ runId, processId, keys }) =>
      newJob({ ...common, kind: 'signal', runId, processId, payload: { name, keys } }),
    ),
    ...starts.map(({ definitionId, elementId, part }) =>
      newJob({ ...common, kind: 'start', definitionId, elementId, payload: partPayload(part) }),
    ),
  ];
  for (let from = 0; from < jobs.length; from += BATCH) await storeJobs(tx, jobs.slice(from, from + BATCH), now);
  return waits.length;
}
