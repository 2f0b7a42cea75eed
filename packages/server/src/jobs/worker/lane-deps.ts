import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { LeasedJob } from '../records/job.js';
import { releaseLease } from '../records/lease-reports.js';
import type { WorkOutcome } from './run-work.js';

/** What came of an attempt, for the statistics of the worker. */
export type AttemptEnd = 'done' | 'retried' | 'failed';

/** What the lanes of one worker share. */
export interface LaneDeps {
  readonly db: Database;
  /** Milliseconds of a lease; it is prolonged while the work goes on. */
  readonly leaseMs: number;
  /** Aborts when the worker begins to stop. */
  readonly stopping: AbortSignal;
  /** Aborts when the time to finish what is in flight is over. */
  readonly cutOff: AbortSignal;
  readonly log: Log;
  /** Counts an attempt; one under a lease that was lost counts as stale. */
  readonly count: (job: LeasedJob, outcome: WorkOutcome, end: AttemptEnd) => void;
}

/** Longest error kept of an attempt, in characters. */
const MAX_ERROR_LENGTH = 2000;

/** Ends the lease of a failed attempt; the job is due again after `delayMs`. */
export async function retryLater(
  { db, count }: LaneDeps,
  job: LeasedJob,
  change: { readonly retries: number; readonly delayMs: number; readonly error: string },
): Promise<void> {
  const released = await releaseLease(db, job, { ...change, error: change.error.slice(0, MAX_ERROR_LENGTH) });
  count(job, released ? 'done' : 'stale', 'retried');
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
