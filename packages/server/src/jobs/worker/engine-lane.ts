import type { LeasedJob } from '../records/job.js';
import { backoffMs } from './backoff.js';
import { type LaneDeps, messageOf, retryLater } from './lane-deps.js';
import type { RunWork } from './run-work.js';
import { UNFINISHED_MESSAGE } from './suspects.js';

/** Work on a run is tried until it works, at least this often. */
const LONGEST_DELAY_MS = 60_000;

/** How the lane `engine` does one job: a transaction that moves a run on. */
export const engineJob =
  (deps: LaneDeps & { readonly runs: RunWork }) =>
  (job: LeasedJob): Promise<void> =>
    reported(deps, job, async () => deps.count(job, await deps.runs.perform(job), 'done'));

/** How the lanes that work on runs give a job up: it becomes an incident. */
export const giveUpOnRun =
  (deps: LaneDeps & { readonly runs: RunWork }) =>
  (job: LeasedJob): Promise<void> =>
    reported(deps, job, async () => deps.count(job, await deps.runs.giveUp(job, UNFINISHED_MESSAGE), 'failed'));

async function reported(deps: LaneDeps, job: LeasedJob, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    // A run's own mistakes are incidents; what arrives here is ours or PostgreSQL's, and is tried until it works.
    deps.log.error(
      { err: error, job: job.id, kind: job.kind, run: job.runId },
      'work on a run failed; it will be repeated',
    );
    const delayMs = Math.min(LONGEST_DELAY_MS, backoffMs(job.attempts));
    await retryLater(deps, job, { retries: job.retries, delayMs, error: messageOf(error) });
  }
}
