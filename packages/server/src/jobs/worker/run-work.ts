import type { LeasedJob } from '../records/job.js';
import type { JobResult } from './job-handler.js';

/** `stale`: the lease was over or the work no longer needed; nothing changed. */
export type WorkOutcome = 'done' | 'stale';

/** What the worker loop is handed to move runs on with; it does not know what a run is. */
export interface RunWork {
  /** Does a job of the lane `engine` in one transaction that checks the lease. Rejects when it must be tried again. */
  perform(job: LeasedJob): Promise<WorkOutcome>;
  /** Reports the final result of a handler in one transaction that checks the lease; `failed` is now an incident. */
  settle(job: LeasedJob, result: JobResult): Promise<WorkOutcome>;
  /**
   * Turns the work of a job, of any lane that works on runs, into an incident without doing it. Work that evaluates nothing of a
   * diagram is done instead. One transaction that checks the lease.
   */
  giveUp(job: LeasedJob, message: string): Promise<WorkOutcome>;
}
