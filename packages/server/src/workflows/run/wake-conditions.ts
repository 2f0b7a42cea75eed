import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import type { Queryable, Transaction } from '../../postgres/database.js';

export interface ChangedProcess {
  readonly subProjectId: string;
  readonly processId: string;
  /** A run that has looked at its conditions already. */
  readonly except?: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

/**
 * Has every run that waits for a condition on a process look again. It only stores jobs: the caller holds the process
 * row, and a run's row is never locked after it. Grows with the runs that wait on this one process.
 */
export async function wakeConditions(tx: Transaction, change: ChangedProcess): Promise<void> {
  const runIds = await waitingRuns(tx, change.processId);
  const work = {
    subProjectId: change.subProjectId,
    processId: change.processId,
    kind: 'conditions',
    lane: 'engine',
    dueTs: new Date(change.now),
  } as const;
  const jobs = runIds.filter((runId) => runId !== change.except).map((runId) => newJob({ ...work, runId }));
  await storeJobs(tx, jobs, change.now);
}

async function waitingRuns(db: Queryable, processId: string): Promise<readonly string[]> {
  const rows = await db<{ run_id: string }>`
    select distinct run_id from subscriptions where process_id = ${processId} and kind = 'condition'`;
  return rows.map((row) => row.run_id);
}
