import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { LeasedJob } from '../records/job.js';
import { releaseLease, returnLease } from '../records/lease-reports.js';
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

/** Between attempts to return a lease. */
const PAUSE_MS = 1000;

/**
 * Returns the lease of an attempt that could not be reported, e.g. because PostgreSQL was restarted, as soon as PostgreSQL
 * answers. A lease that ran out would count as an attempt that this process did not survive.
 */
export async function giveBack({ db, stopping }: LaneDeps, job: LeasedJob, delayMs: number): Promise<void> {
  while (!stopping.aborted) {
    try {
      await returnLease(db, job, delayMs);
      return;
    } catch {
      await sleep(PAUSE_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
