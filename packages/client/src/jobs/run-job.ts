import { InvalidRequestError } from '../errors/errors.js';
import type { ActivatedJob } from '../operations/models.js';
import type { OperationId } from '../operations/operations.js';
import { commands } from '../requests/commands.js';
import type { RequestData } from '../requests/request-data.js';
import type { Send } from '../transport/call.js';
import { BpmnError, JobFailure } from './bpmn-error.js';
import type { JobHandler, WorkerLog } from './job-handler.js';
import { isLost, keepLease } from './lease.js';

export interface JobRunner {
  readonly send: Send;
  readonly subProjectId: string;
  readonly leaseMs: number;
  readonly handler: JobHandler;
  readonly log: WorkerLog;
  /** Aborts when the worker stops waiting for its handlers. */
  readonly abandon: AbortSignal;
}

type Report = RequestData<Extract<OperationId, 'completeJob' | 'failJob' | 'throwJobError'>>;

const MAX_MESSAGE_LENGTH = 4000;
/** Reporting a result is limited by time, not by a number of attempts: the work is already done. */
const untilTimeIsUp = Number.MAX_SAFE_INTEGER;
/**
 * Longer than an outage that outlasts the lease: the job's token is valid until another worker activates the job, which is
 * not possible while the service is unavailable.
 */
const MIN_REPORTING_MS = 10 * 60_000;

/** Runs the handler on a job under its lease and reports the outcome. Never rejects: a result that cannot be reported is logged, and the job is delivered again when its lease ends. */
export async function runJob(runner: JobRunner, job: ActivatedJob): Promise<void> {
  const { send, subProjectId, leaseMs, log, abandon } = runner;
  const details = { jobKey: job.key, type: job.type, runId: job.runId };
  const lease = keepLease(send, job, subProjectId, leaseMs, log);
  const signal = AbortSignal.any([lease.lost, abandon]);
  try {
    const report = await outcome(runner, job, signal);
    if (lease.lost.aborted) return log.warn('The result of a job is dropped: its lease was lost', details);
    if (abandon.aborted) return log.warn('The result of a job is dropped: the worker has stopped', details);
    await deliver(runner, job, report, signal);
  } catch (error) {
    const why = isLost(error) ? 'its token is stale' : 'it could not be reported';
    log.warn(`The result of a job is dropped: ${why}`, { ...details, error });
  } finally {
    lease.end();
  }
}

/** A result that cannot be sent as JSON, or that the service rejects, would fail after every lease. It is reported as a failed attempt instead. */
async function deliver(runner: JobRunner, job: ActivatedJob, report: Report, signal: AbortSignal): Promise<void> {
  const options = { signal, retries: untilTimeIsUp, totalTimeoutMs: Math.max(runner.leaseMs, MIN_REPORTING_MS) };
  try {
    await runner.send(report, options);
  } catch (error) {
    if (!(error instanceof InvalidRequestError || error instanceof TypeError)) throw error;
    const errorMessage = `The result could not be taken: ${error.message}`.slice(0, MAX_MESSAGE_LENGTH);
    const which = { subProjectId: runner.subProjectId, jobKey: job.key, token: job.token };
    await runner.send(commands.failJob({ ...which, errorMessage }), options);
  }
}

async function outcome(
  { handler, subProjectId, log }: JobRunner,
  job: ActivatedJob,
  signal: AbortSignal,
): Promise<Report> {
  const which = { subProjectId, jobKey: job.key, token: job.token };
  try {
    const variables = (await handler(job, { signal })) ?? undefined;
    return commands.completeJob({ ...which, variables });
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).slice(0, MAX_MESSAGE_LENGTH);
    if (error instanceof BpmnError) {
      const { errorCode, variables } = error;
      return commands.throwJobError({ ...which, errorCode, errorMessage: message, variables });
    }
    if (!signal.aborted) log.warn('A job handler failed', { jobKey: job.key, type: job.type, error });
    const { retries, retryBackOffMs: retryBackOff } = error instanceof JobFailure ? error : {};
    return commands.failJob({ ...which, errorMessage: message, retries, retryBackOff });
  }
}
