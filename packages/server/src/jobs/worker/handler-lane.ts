import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { LeasedJob } from '../records/job.js';
import { returnLease } from '../records/lease-reports.js';
import { backoffMs } from './backoff.js';
import { handleJob } from './handle-job.js';
import type { JobHandler } from './job-handler.js';
import { keepLease } from './keep-lease.js';
import { type LaneDeps, retryLater } from './lane-deps.js';
import type { RunWork } from './run-work.js';

export interface HandlerLaneDeps extends LaneDeps {
  readonly runs: RunWork;
  readonly subProjects: SubProjects;
  /** By the job type they serve. */
  readonly handlers: ReadonlyMap<string, JobHandler>;
}

/** How the lane `handler` does one job: calls the handler of its type outside every transaction, then reports. */
export const handlerJob =
  (deps: HandlerLaneDeps) =>
  async (job: LeasedJob): Promise<void> => {
    const { db, leaseMs, handlers, cutOff, log } = deps;
    const subProject = await deps.subProjects.at(job.subProjectId, job.version);
    if (subProject === undefined) throw new Error(`nothing is deployed to the sub-project of job ${job.id}`);
    const endRenewal = keepLease(db, job, leaseMs, log);
    const result = await handleJob(job, { handlers, subProject, stopping: cutOff, log }).finally(endRenewal);
    // Another worker repeats the attempt.
    if (cutOff.aborted) {
      await returnLease(db, job);
      return;
    }
    const left = (result.outcome === 'failed' ? result.retries : undefined) ?? job.retries - 1;
    if (result.outcome === 'failed' && result.permanent !== true && left > 0) {
      const delayMs = result.retryAfterMs ?? backoffMs(job.attempts);
      return retryLater(deps, job, { retries: left, delayMs, error: result.message });
    }
    deps.count(job, await deps.runs.settle(job, result), result.outcome === 'failed' ? 'failed' : 'done');
  };
