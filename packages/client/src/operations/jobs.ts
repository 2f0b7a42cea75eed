// Generated from packages/contract by `npm run build`; do not edit.
import type { ActivatedJob, JobResult, RunResponse } from './models.js';
import type { JobRequest, SubProjectRequest } from './shared.js';

/** The request of activateJobs: activate jobs. */
export interface ActivateJobsRequest extends SubProjectRequest {
  /** Job type. From 1 to 1024 characters. */
  readonly type: string;
  /** Name of the worker, shown to operators. At most 8192 characters. */
  readonly worker?: string | undefined;
  /** Lease in milliseconds. Default 60000. From 1000 to 3600000. */
  readonly timeout?: number | undefined;
  /** Largest number of jobs to return. Default 10. From 1 to 100. */
  readonly maxJobsToActivate?: number | undefined;
  /** Milliseconds to wait for a job. Default 0: answer at once. From 0 to 60000. */
  readonly requestTimeout?: number | undefined;
}

/** The answer of activateJobs: activate jobs. */
export interface ActivateJobsResponse {
  /** The leased jobs; empty when there is none. */
  readonly jobs: readonly ActivatedJob[];
}

/** The request of completeJob: complete a job. */
export interface CompleteJobRequest extends JobRequest {
  /** Variables to set in the run: the result of the job. */
  readonly variables?: object | undefined;
  /** What a worker decided about a task or an ad-hoc sub-process. */
  readonly result?: JobResult | undefined;
}

/** The answer of completeJob: the run that an operation started or advanced. */
export type CompleteJobResponse = RunResponse;

/** The request of extendJobLease: extend a lease. */
export interface ExtendJobLeaseRequest extends JobRequest {
  /** New lease in milliseconds from now. From 1000 to 3600000. */
  readonly timeout: number;
}

/** The answer of extendJobLease: extend a lease. */
export interface ExtendJobLeaseResponse {
  /** When the extended lease ends. ISO 8601 timestamp in UTC. */
  readonly deadline: string;
}

/** The request of failJob: fail a job. */
export interface FailJobRequest extends JobRequest {
  /** Attempts left. Default: one less than before. From 0 to 1000. */
  readonly retries?: number | undefined;
  /** Milliseconds until the next attempt. Default: exponential backoff. From 0 to 86400000. */
  readonly retryBackOff?: number | undefined;
  /** What went wrong. At most 8192 characters. */
  readonly errorMessage?: string | undefined;
}

/** The answer of failJob: the run that an operation started or advanced. */
export type FailJobResponse = RunResponse;

/** The request of throwJobError: throw a BPMN error. */
export interface ThrowJobErrorRequest extends JobRequest {
  /** BPMN error code. From 1 to 1024 characters. */
  readonly errorCode: string;
  /** What went wrong. At most 8192 characters. */
  readonly errorMessage?: string | undefined;
  /** Variables to set in the scope that catches the error. */
  readonly variables?: object | undefined;
}

/** The answer of throwJobError: the run that an operation started or advanced. */
export type ThrowJobErrorResponse = RunResponse;
