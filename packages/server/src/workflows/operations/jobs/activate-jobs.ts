import { operations } from '@millrace/contract';
import type { Access } from '../../../access/authorize.js';
import { hintOf } from '../../../jobs/hints/hint.js';
import { idempotencyKeyOf, type LeasedJob } from '../../../jobs/records/job.js';
import { isExternalDue, leaseExternal } from '../../../jobs/records/leases.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { workflowsOf } from '../../records/list-runs.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** Between looks while a long poll waits: jobs that become due later send no hint. */
const LOOK_EVERY_MS = 1000;

/** Rolls an empty lease back, so that a long poll goes on waiting and its idempotency key is not used up. */
class NothingYet extends Error {
  override readonly name = 'NothingYet';
}

/**
 * Leases external jobs of one type; waits up to `requestTimeout` for one without holding a transaction or a connection,
 * and leases nothing to a worker that has hung up.
 *
 * @throws CatalogueError 1202, 1209 (also when no role's `work` list has the type)
 */
export const activateJobs =
  (deps: WorkflowDeps): UseCase<'activateJobs'> =>
  async (caller, request) => {
    const { subProject, access } = await enter(deps.subProjects, caller, request.subProjectId, operations.activateJobs);
    const { type } = request;
    refuseType(access, type);
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
          if (!(error instanceof NothingYet)) throw error;
        }
      }
      await deps.hints.wait(hint, Math.max(1, Math.min(LOOK_EVERY_MS, deadline - deps.now())), over);
    }
  };

interface Wanted {
  readonly type: string;
  readonly worker?: string;
  readonly timeout?: number;
  readonly maxJobsToActivate?: number;
}

async function lease(tx: Transaction, subProjectId: string, wanted: Wanted, last: boolean) {
  const { type, worker = '', timeout = 60_000, maxJobsToActivate = 10 } = wanted;
  const jobs = await leaseExternal(tx, subProjectId, type, maxJobsToActivate, worker, timeout);
  if (jobs.length === 0 && !last) throw new NothingYet();
  const workflows = await workflowsOf(
    tx,
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

/** @throws CatalogueError 1209 when no role's `work` list has the job type */
export function refuseType(access: Access, type: string): void {
  if (access.unrestricted || access.roles.some((role) => role.work?.has(type) === true)) return;
  throw mayNotCall(`No role of the caller may work on jobs of the type "${type.slice(0, 100)}".`);
}
