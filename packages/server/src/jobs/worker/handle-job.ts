import type { Log } from '../../kernel/log.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { idempotencyKeyOf, type LeasedJob, splitHeaders } from '../records/job.js';
import type { JobHandler, JobResult } from './job-handler.js';

export interface HandlingOptions {
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly subProject: SubProject;
  /** Aborts when the worker must stop. */
  readonly stopping: AbortSignal;
  readonly log: Log;
}

/** Calls the handler of a job's type, at most for its timeout. Never rejects: what goes wrong is a failed attempt. */
export async function handleJob(job: LeasedJob, options: HandlingOptions): Promise<JobResult> {
  const handler = options.handlers.get(job.type);
  if (handler === undefined) {
    return { outcome: 'failed', message: `This server has no handler for the job type "${job.type}".` };
  }
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), handler.timeoutMs);
  const signal = AbortSignal.any([deadline.signal, options.stopping]);
  try {
    // The race ends an attempt whose handler ignores the signal.
    return await Promise.race([run(handler, job, { ...options, signal }), aborted(signal, handler.timeoutMs)]);
  } catch (error) {
    return { outcome: 'failed', message: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
  }
}

async function run(
  handler: JobHandler,
  job: LeasedJob,
  { signal, subProject, log }: HandlingOptions & { readonly signal: AbortSignal },
): Promise<JobResult> {
  const handled = {
    key: job.id,
    type: job.type,
    runId: job.runId ?? '',
    processId: job.processId ?? '',
    subProjectId: job.subProjectId,
    ...splitHeaders(job.headers),
    input: job.payload,
    idempotencyKey: idempotencyKeyOf(job),
    attempt: job.attempts,
    retries: job.retries,
  };
  return checked(await handler.run(handled, { signal, subProject, log }));
}

function aborted(signal: AbortSignal, timeoutMs: number): Promise<JobResult> {
  return new Promise((resolve) => {
    const done = () =>
      resolve({ outcome: 'failed', message: `The attempt was aborted after ${timeoutMs} ms at most.` });
    if (signal.aborted) done();
    else signal.addEventListener('abort', done, { once: true });
  });
}

const LARGEST_RESULT = 1024 * 1024;

/** Text PostgreSQL cannot store (NUL, halves of surrogate pairs) and endless results fail here, not in a transaction. */
function checked(result: JobResult): JobResult {
  if (result.outcome === 'failed' || result.variables === undefined) return result;
  const text = JSON.stringify(result.variables);
  if (text.length > LARGEST_RESULT) return refused(`The result is larger than ${LARGEST_RESULT} characters.`);
  // JSON.stringify writes exactly these as escapes; an escaped backslash before the u is ordinary text.
  if (/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text)) {
    return refused('The result holds text that cannot be stored (NUL or half a surrogate pair).');
  }
  return result;
}

const refused = (message: string): JobResult => ({ outcome: 'failed', message, permanent: true });
