import { type ActivatedJob, BpmnError, JobFailure, type JobHandler } from '@millrace/client';
import { oneLine } from '../terminal/text.js';
import { type HandlerCommand, runHandler } from './handler-process.js';
import { givenBack, HandlerNotRunnable, variablesOf } from './handler-result.js';

/** What a handler did with a job. It is reported to the service after that. */
export interface HandledJob {
  readonly jobKey: string;
  readonly type: string;
  readonly runId: string;
  readonly outcome: 'completed' | 'bpmnError' | 'failed' | 'givenBack';
  /** Why it is not completed. */
  readonly message: string | undefined;
  readonly durationMs: number;
}

export interface ExecHandlerDeps {
  readonly handler: HandlerCommand;
  readonly mask: (text: string) => string;
  /** Aborts when handlers that still run have to end. */
  readonly abandon: AbortSignal;
  /** Whether the worker takes another job. It is asked once for each job. */
  readonly accept: () => boolean;
  readonly log: (line: string) => void;
  readonly handled: (job: HandledJob) => void;
  /** The command cannot be run. */
  readonly onNotRunnable: (error: HandlerNotRunnable) => void;
}

/** Lines of standard error that are logged for each job. */
const MAX_LOGGED_LINES = 1000;
/** A longer line is cut, after its secrets are masked: the beginning of a secret is not known as one. */
const MAX_LOGGED_LENGTH = 4096;

/** A job handler that runs a command for each job. */
export function execHandler(deps: ExecHandlerDeps): JobHandler {
  const { handler, mask, abandon, accept, log, handled, onNotRunnable } = deps;
  const run = async (job: ActivatedJob, lost: AbortSignal): Promise<object | undefined> => {
    let lines = 0;
    let lastLine = '';
    const onErrorLine = (raw: string) => {
      const line = oneLine(mask(raw).slice(0, MAX_LOGGED_LENGTH)).trimEnd();
      if (line.trim() !== '') lastLine = line;
      lines += 1;
      if (lines <= MAX_LOGGED_LINES) log(`job ${job.key} | ${line}`);
      else if (lines === MAX_LOGGED_LINES + 1) log(`job ${job.key} | … (further lines are left out)`);
    };
    // The token proves that the worker holds the lease; the worker reports, not the handler.
    const { token: _token, ...input } = job;
    const end = await runHandler(handler, `${JSON.stringify(input)}\n`, onErrorLine, AbortSignal.any([lost, abandon]));
    if (lost.aborted && !abandon.aborted) throw givenBack('The lease was lost', job.retries);
    return variablesOf(end, { ...handler, attempts: job.retries, lastErrorLine: lastLine, mask });
  };
  return async (job, { signal }) => {
    const began = performance.now();
    const tell = (outcome: HandledJob['outcome'], message?: string) => {
      const durationMs = Math.round(performance.now() - began);
      handled({ jobKey: job.key, type: job.type, runId: job.runId, outcome, message, durationMs });
    };
    if (!accept()) throw givenBack('The worker stopped before it began', job.retries);
    try {
      const variables = await run(job, signal);
      tell('completed');
      return variables;
    } catch (error) {
      if (error instanceof HandlerNotRunnable) {
        onNotRunnable(error);
        tell('givenBack', error.message);
        throw givenBack(error.message, job.retries);
      }
      const message = error instanceof Error ? error.message : String(error);
      const isGivenBack = error instanceof JobFailure && error.retries === job.retries;
      tell(error instanceof BpmnError ? 'bpmnError' : isGivenBack ? 'givenBack' : 'failed', message);
      throw error;
    }
  };
}
