import type { NamedSecrets } from '@millrace/engine';
import type { Log } from '../../kernel/log.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';

/** One attempt at a built-in job, as its handler sees it. */
export interface HandledJob {
  readonly key: string;
  readonly type: string;
  readonly runId: string;
  readonly processId: string;
  readonly subProjectId: string;
  /** Task headers of the diagram. */
  readonly headers: Readonly<Record<string, string>>;
  /** Secrets that the input mappings of the diagram name. Names that variables hold are not among them. */
  readonly namedSecrets: NamedSecrets;
  /** Variables the job may read: those of its input mappings, or all that are visible. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The same for every attempt at this job, also after an incident was retried. */
  readonly idempotencyKey: string;
  /** From 1. */
  readonly attempt: number;
  /** Attempts left, with this one. */
  readonly retries: number;
}

export interface JobContext {
  /** Aborts at the handler's timeout and when the worker must stop; the answer of an aborted attempt is dropped. */
  readonly signal: AbortSignal;
  /** The current configuration, e.g. for the addresses http jobs may reach. */
  readonly subProject: SubProject;
  readonly log: Log;
}

/**
 * How an attempt ended. `failed` is tried again with backoff (or after `retryAfterMs`) until the retries are used up,
 * then it is an incident; `permanent` skips the remaining retries. `error` is a BPMN error the diagram may catch.
 */
export type JobResult =
  | { readonly outcome: 'completed'; readonly variables: Readonly<Record<string, unknown>> }
  | {
      readonly outcome: 'failed';
      readonly message: string;
      readonly retryAfterMs?: number;
      readonly permanent?: boolean;
      /** Attempts left from now on, at least 1; default: one less than before. */
      readonly retries?: number;
    }
  | {
      readonly outcome: 'error';
      readonly code: string;
      readonly message: string;
      readonly variables?: Readonly<Record<string, unknown>>;
    };

/**
 * Does the work of one built-in job type. It runs outside every transaction and may be called again for the same job
 * (a crash between its work and the report), so it hands `idempotencyKey` on to whatever it calls. A thrown error
 * counts as `failed` with the error's message.
 */
export interface JobHandler {
  /** The `zeebe:taskDefinition` type it serves. */
  readonly type: string;
  /** Milliseconds after which an attempt is aborted and counts as failed; its lease is prolonged until then. */
  readonly timeoutMs: number;
  run(job: HandledJob, context: JobContext): Promise<JobResult>;
}
