import { operations } from '@millrace/contract';
import { prolongLease } from '../../../jobs/records/lease-reports.js';
import type { UseCase } from '../../../use-case/caller.js';
import { notActive, reportJob } from '../../external-jobs/report-job.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * Gives a worker more time for a job, also after the lease has ended, unless another worker has taken the job.
 *
 * @throws CatalogueError as {@link reportJob}
 */
export const extendJobLease =
  (deps: WorkflowDeps): UseCase<'extendJobLease'> =>
  (caller, request) =>
    reportJob(deps, caller, operations.extendJobLease, request, async ({ tx, lease }) => {
      const deadline = await prolongLease(tx, lease, request.timeout);
      if (deadline === undefined) throw notActive();
      return { deadline: deadline.toISOString() };
    });
