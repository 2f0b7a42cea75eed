import type { ActivatedJob } from '../operations/models.js';

/** Second argument of a job handler. */
export interface JobContext {
  /** Aborts when the lease is lost, or when stopping takes longer than `graceMs`. The result of the handler is then ignored. */
  readonly signal: AbortSignal;
}

/**
 * Does the work of a job. The object it returns is set as variables of the run. A job can be delivered more than once: after a
 * crash, a lost lease or a lost answer. Throw BpmnError for a BPMN error; any other error is a failed attempt.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: handlers that return nothing are the common case
export type JobHandler = (job: ActivatedJob, context: JobContext) => Promise<object | undefined | void>;

/** Log of a worker, e.g. `console`. */
export interface WorkerLog {
  info(message: string, details: object): void;
  warn(message: string, details: object): void;
}
