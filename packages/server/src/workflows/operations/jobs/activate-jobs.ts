import { operations } from '@millrace/contract';
import { hintOf } from '../../../jobs/hints/hint.js';
import { idempotencyKeyOf, type LeasedJob } from '../../../jobs/records/job.js';
import { isExternalDue, leaseExternal } from '../../../jobs/records/leases.js';
import type { Transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { requireJobType } from '../../external-jobs/require-job-type.js';
import { listWorkflowIds } from '../../records/list-runs.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Interval of the queries of a long poll: jobs that become due later send no hint. */
const POLL_INTERVAL_MS = 1000;
const DEFAULT_LEASE_MS = 60_000;
const DEFAULT_MAX_JOBS = 10;

/** Rolls the transaction of an empty lease back, so that a long poll can go on and its idempotency key is not used up. */
class NoJobsLeased extends Error {
  override readonly name = 'NoJobsLeased';
}

/**
 * Leases external jobs of one type. It waits up to `requestTimeout` milliseconds for a job, without holding a transaction or
 * a connection, and leases nothing to a worker that has closed its connection.
 *
 * @throws CatalogueError 1202, 1209 (also when no role's `work` list has the type)
 */
export const activateJobs =
  (deps: WorkflowDeps): UseCase<'activateJobs'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operations.activateJobs);
    const { type } = request;
    requireJobType(access, type);
    const { gone } = caller;
    const over = AbortSignal.any([gone, deps.stopping].filter((signal) => signal !== undefined));
    const deadline = deps.now() + (request.requestTimeout ?? 0);
    const hint = hintOf({ lane: 'external', subProjectId: subProject.id, type });
    for (;;) {
      if (gone?.aborted === true) return { jobs: [] };
      const last = deps.now() >= deadline || deps.stopping?.aborted === true;
      if (last || (await isExternalDue(deps.db, subProject.id, type))) {
        try {
          return await caller.write((tx) => lease(tx, subProject.id, request, last));
        } catch (error) {
          if (!(error instanceof NoJobsLeased)) throw error;
        }
      }
      await deps.hints.wait(hint, Math.max(1, Math.min(POLL_INTERVAL_MS, deadline - deps.now())), over);
    }
  };

interface Wanted {
  readonly type: string;
  readonly worker?: string;
  readonly timeout?: number;
  readonly maxJobsToActivate?: number;
}

/** @param last whether the answer may be empty */
async function lease(tx: Transaction, subProjectId: string, wanted: Wanted, last: boolean) {
  const { type, worker = '', timeout = DEFAULT_LEASE_MS, maxJobsToActivate = DEFAULT_MAX_JOBS } = wanted;
  const jobs = await leaseExternal(tx, subProjectId, type, maxJobsToActivate, worker, timeout);
  if (jobs.length === 0 && !last) throw new NoJobsLeased();
  const workflows = await listWorkflowIds(
    tx,
    subProjectId,
    jobs.flatMap((job) => job.runId ?? []),
  );
  return { jobs: jobs.map((job) => activated(job, workflows.get(job.runId ?? '') ?? '')) };
}

const activated = (job: LeasedJob, workflowId: string) => ({
  key: job.id,
  type: job.type,
  runId: job.runId ?? '',
  workflowId,
  processId: job.processId ?? '',
  elementId: job.elementId,
  customHeaders: job.headers,
  variables: job.payload,
  retries: job.retries,
  deadline: job.deadline.toISOString(),
  token: String(job.fence),
  idempotencyKey: idempotencyKeyOf(job),
});
