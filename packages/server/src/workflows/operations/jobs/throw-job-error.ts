import { operations } from '@millrace/contract';
import type { UseCase } from '../../../use-case/caller.js';
import { advanceByReport, reportJob } from '../../external-jobs/report-job.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * A worker reports a BPMN error: an error event of the diagram catches its code, or the error becomes an incident.
 *
 * @throws CatalogueError as {@link reportJob}
 */
export const throwJobError =
  (deps: WorkflowDeps): UseCase<'throwJobError'> =>
  (caller, request) =>
    reportJob(deps, caller, operations.throwJobError, request, async (report) => ({
      runId: await advanceByReport(deps, caller, report, {
        type: 'throwJobError',
        key: report.job.elementKey,
        code: request.errorCode,
        variables: { ...request.variables },
        ...(request.errorMessage === undefined ? {} : { message: request.errorMessage }),
      }),
    }));
