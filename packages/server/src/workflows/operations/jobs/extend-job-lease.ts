import { operations } from '@millrace/contract';
import { prolongLease } from '../../../jobs/records/lease-reports.js';
import type { UseCase } from '../../../use-case/caller.js';
import { notActive, reportJob } from '../../external-jobs/report-job.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/** The worker needs longer; also once the lease has run out, as long as nobody else has taken the job. */
export const extendJobLease =
  (deps: WorkflowDeps): UseCase<'extendJobLease'> =>
  (caller, request) =>
    reportJob(deps, caller, operations.extendJobLease, request, async ({ tx, lease }) => {
      const deadline = await prolongLease(tx, lease, request.timeout);
      if (deadline === undefined) throw notActive();
      return { deadline: deadline.toISOString() };
    });
