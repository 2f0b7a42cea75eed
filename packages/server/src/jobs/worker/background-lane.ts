import type { JobKind, LeasedJob } from '../records/job.js';
import { returnLease, returnLeaseUnlessLocked } from '../records/lease-reports.js';
import { type BackgroundWork, inBatch } from './background-work.js';
import { backoffMs } from './backoff.js';
import { keepLease } from './keep-lease.js';
import { type LaneDeps, messageOf, retryLater } from './lane-deps.js';
import type { WorkOutcome } from './run-work.js';
import { MAX_UNFINISHED } from './suspects.js';

/** Attempts at one batch; a batch that is done begins the count anew. */
export const MAX_ATTEMPTS = 5;
/** A kind of job that this server does not know: another one, of a newer version, may. */
const UNKNOWN_KIND_DELAY_MS = 10_000;

export interface BackgroundLaneDeps extends LaneDeps {
  /** By the kind of job they do. */
  readonly works: ReadonlyMap<JobKind, BackgroundWork>;
}

/** How the lane `background` does one job: one batch under its lease, which is prolonged while the batch goes on. */
export const backgroundJob =
  (deps: BackgroundLaneDeps) =>
  async (job: LeasedJob): Promise<void> => {
    const { db, log, count, stopping } = deps;
    const work = deps.works.get(job.kind);
    if (work === undefined) {
      await returnLease(db, job, UNKNOWN_KIND_DELAY_MS);
      return;
    }
    try {
      count(job, await underRenewal(deps, work, job), 'done');
    } catch (error) {
      // The batch that was cut off may still hold the job's row.
      if (deps.cutOff.aborted) return returnLeaseUnlessLocked(db, job);
      if (stopping.aborted) {
        await returnLease(db, job);
        return;
      }
      log.warn({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, 'a batch of background work failed');
      const message = messageOf(error);
      if (job.attempts >= MAX_ATTEMPTS) {
        return giveUp(deps, work, job, `given up after ${MAX_ATTEMPTS} attempts: ${message}`);
      }
      await retryLater(deps, job, { retries: job.retries, delayMs: backoffMs(job.attempts), error: message });
    }
  };

async function underRenewal(deps: BackgroundLaneDeps, work: BackgroundWork, job: LeasedJob): Promise<WorkOutcome> {
  const lost = new AbortController();
  const ended = new AbortController();
  const endRenewal = keepLease(deps.db, job, deps.leaseMs, deps.log, () => lost.abort());
  const signal = AbortSignal.any([lost.signal, deps.stopping]);
  try {
    // The race ends a batch that heeds no signal when the worker can wait no longer.
    return await Promise.race([work.runBatch(job, { signal, log: deps.log }), aborted(deps.cutOff, ended.signal)]);
  } finally {
    ended.abort();
    endRenewal();
  }
}

/** Rejects when the signal aborts; listens no longer when the other one does. */
function aborted(signal: AbortSignal, unless: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(new Error('the worker stopped before the batch was finished'));
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true, signal: unless });
  });
}

/** Gives background work up whose batch ended the process of its worker again and again. */
export const giveUpBackground =
  (deps: BackgroundLaneDeps) =>
  async (job: LeasedJob): Promise<void> => {
    const work = deps.works.get(job.kind);
    const reason = `the server stopped ${MAX_UNFINISHED} times while it worked on a batch`;
    if (work === undefined) await returnLease(deps.db, job, UNKNOWN_KIND_DELAY_MS);
    else await giveUp(deps, work, job, `given up: ${reason}`);
  };

async function giveUp(deps: BackgroundLaneDeps, work: BackgroundWork, job: LeasedJob, reason: string): Promise<void> {
  deps.log.error({ job: job.id, kind: job.kind, reason }, 'background work was given up');
  deps.count(job, await inBatch(deps.db, job, (tx) => work.giveUp(tx, job, reason)), 'failed');
}
