import { operations } from '@millrace/contract';
import { releaseLease } from '../../../jobs/records/lease-reports.js';
import { backoffMs } from '../../../jobs/worker/backoff.js';
import type { UseCase } from '../../../use-case/caller.js';
import { advanceByReport, notActive, reportJob } from '../../external-jobs/report-job.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';

/**
 * An attempt of a job failed: it is due again after the back-off, or becomes an incident when no retries are left.
 *
 * @throws CatalogueError as {@link reportJob}
 */
export const failJob =
  (deps: WorkflowDeps): UseCase<'failJob'> =>
  (caller, request) =>
    reportJob(deps, caller, operations.failJob, request, async (report) => {
      const { tx, job, lease, run } = report;
      const retries = request.retries ?? job.retries - 1;
      const error = request.errorMessage ?? 'The worker reported a failure without a message.';
      if (retries <= 0) {
        const command = { type: 'failJob', key: job.elementKey, message: error, retries: 0 } as const;
        return { runId: await advanceByReport(deps, caller, report, command) };
      }
      const delayMs = request.retryBackOff ?? backoffMs(job.attempts);
      if (!(await releaseLease(tx, lease, { retries, delayMs, error: error.slice(0, 2000) }))) throw notActive();
      return { runId: { id: run.id, state: run.status } };
    });
