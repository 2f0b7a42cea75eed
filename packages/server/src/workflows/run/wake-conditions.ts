import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';
import { listConditionWaits } from '../records/waits.js';

/** A process that this transaction changed. */
export interface ChangedProcess {
  readonly subProjectId: string;
  readonly processId: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Makes every run that waits for a condition on a process evaluate it again. This only stores jobs, because the caller holds
 * the lock of the process, and a run's row is never locked after it. Its cost grows with the runs that wait on the process.
 */
export async function wakeConditions(tx: Transaction, change: ChangedProcess): Promise<void> {
  await wakeRuns(tx, change, await listConditionWaits(tx, change));
}

/** As {@link wakeConditions}, for a caller that has read which runs wait. */
export async function wakeRuns(tx: Transaction, change: ChangedProcess, runIds: readonly string[]): Promise<void> {
  const { subProjectId, processId, now } = change;
  const work = { subProjectId, processId, kind: 'conditions', lane: 'engine', dueTs: new Date(now) } as const;
  const jobs = runIds.map((runId) => newJob({ ...work, runId }));
  await storeJobs(tx, jobs, now);
}
