import type { Log } from '../../kernel/log.js';
import { type Database, type Transaction, transaction } from '../../postgres/database.js';
import type { BackgroundKind, LeasedJob } from '../records/job.js';
import { closeJob, lockLease, requeueJob } from '../records/lease-reports.js';
import type { WorkOutcome } from './run-work.js';

/** Whether a batch was the last of its work, and if not, whether the next one waits. */
export type Progress = 'more' | 'finished' | { readonly inMs: number };

export interface BatchContext {
  /** Aborts when the lease is lost and when the worker stops: what takes long should end soon, what is short may finish. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** Long work of the lane `background`, as a feature implements it for its kind of job. */
export interface BackgroundWork {
  readonly kind: BackgroundKind;
  /**
   * Does one batch, of a few seconds where that is possible, and keeps its progress together with the end of the lease: see
   * {@link inBatch}. What it rejects with is a failed attempt, which is repeated after a while.
   */
  runBatch(job: LeasedJob, context: BatchContext): Promise<WorkOutcome>;
  /** All attempts at one batch have failed: stores why, for those who asked for the work. The lease is locked. */
  giveUp(tx: Transaction, job: LeasedJob, reason: string): Promise<Progress>;
}

/**
 * One batch in one transaction: checks the lease first, does the work and ends the lease. After the last batch the job is
 * closed, else it is due again behind the others, at once or after the time that the work asks for. So a batch is done once, whatever crashes when.
 *
 * @returns `stale` when the lease was lost; nothing was done then
 * @throws what the work throws; nothing is kept then
 */
export function inBatch(
  db: Database,
  job: LeasedJob,
  work: (tx: Transaction) => Promise<Progress>,
): Promise<WorkOutcome> {
  return transaction(db, async (tx) => {
    if (!(await lockLease(tx, job))) return 'stale';
    const progress = await work(tx);
    if (progress === 'finished') await closeJob(tx, job);
    else await requeueJob(tx, job, progress === 'more' ? 0 : progress.inMs);
    return 'done';
  });
}
