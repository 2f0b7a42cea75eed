import type { AnswerOf } from '../requests/request-data.js';

/** A job that the service leased to this worker. `idempotencyKey` is the same in every attempt: hand it on. */
export type ActivatedJob = AnswerOf<'activateJobs'>['jobs'][number];

/** What a handler gets besides its job. */
export interface JobContext {
  /** Aborts when the lease is lost, and when stopping takes longer than allowed: what the handler does then no longer counts. */
  readonly signal: AbortSignal;
}

/**
 * Does the work of a job; what it returns becomes variables of the run. A job may come more than once (after a crash, a
 * lost lease, a lost answer). A thrown BpmnError is one to the run; any other error is a failed attempt.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers that return nothing are the common case
export type JobHandler = (job: ActivatedJob, context: JobContext) => Promise<object | undefined | void>;

/** Where a worker tells what happens; `console` fits. */
export interface WorkerLog {
  info(message: string, details: object): void;
  warn(message: string, details: object): void;
}
