import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { jobResult } from '../../external-jobs/job-result.js';
import { advanceByReport, reportJob } from '../../external-jobs/report-job.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * A worker has done a job: the run takes its variables and continues.
 *
 * @throws CatalogueError as {@link reportJob}
 */
export const completeJob =
  (deps: WorkflowDeps): UseCase<'completeJob'> =>
  (caller, request) =>
    reportJob(deps, caller, operations.completeJob, request, async (report) => ({
      runId: await advanceByReport(deps, caller, report, {
        type: 'completeJob',
        key: report.job.elementKey,
        variables: { ...request.variables },
        ...(request.result === undefined ? {} : { result: jobResult(request.result) }),
      }),
    }));
