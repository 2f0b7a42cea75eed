import type { ActivatedJob } from '../operations/models.js';
import { commands } from '../requests/commands.js';
import { backoffMs } from '../transport/backoff.js';
import type { Connection, Send } from '../transport/call.js';
import { sleep } from '../transport/time.js';
import type { JobHandler, WorkerLog } from './job-handler.js';
import { runJob } from './run-job.js';

/** Options of a worker. */
export interface WorkerOptions {
  readonly subProjectId: string;
  /** Name of the worker, shown to operators. */
  readonly worker?: string | undefined;
  /** Jobs to work on at the same time. Default 10. */
  readonly concurrency?: number | undefined;
  /** Lease of a job in milliseconds, at least 1,000. Default 60,000. It is extended while the handler runs; when a worker crashes, other workers get its jobs after this time. */
  readonly leaseMs?: number | undefined;
  /** How long a request waits for jobs (long polling), in milliseconds. Default 5,000. Stopping waits for this request. */
  readonly pollMs?: number | undefined;
  /**
   * Called when jobs cannot be activated. The worker ends when it returns true: `done` then rejects with the error.
   * Default: never.
   */
  readonly endsWith?: ((error: unknown) => boolean) | undefined;
  /** Stops the worker when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Default `console`. */
  readonly log?: WorkerLog | undefined;
}

/** A running worker. */
export interface Worker {
  /** Number of jobs whose handlers run now. */
  readonly running: number;
  /** Resolves when the worker has stopped. Rejects only with an error of `endsWith`. */
  readonly done: Promise<void>;
  /**
   * Activates no more jobs and waits for the running handlers. After `graceMs`, if given, their signals abort and the worker
   * stops waiting for them. Calling it again has no effect.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const MAX_JOBS_PER_REQUEST = 100;
const longestPause = { baseMs: 500, maxMs: 30_000 };

/**
 * Starts a worker. While the service is unavailable it retries with backoff and does not stop by itself, unless `endsWith`
 * says so. Every failure is logged, also wrong credentials.
 */
export function startWorker(
  connection: Connection,
  send: Send,
  type: string,
  handler: JobHandler,
  options: WorkerOptions,
): Worker {
  const { subProjectId, concurrency = 10, leaseMs = 60_000, pollMs = 5000, log = console, endsWith } = options;
  const stopping = new AbortController();
  const abandon = new AbortController();
  const running = new Set<Promise<void>>();
  const runner = { send, subProjectId, leaseMs, handler, log, abandon: abandon.signal };

  const start = (job: ActivatedJob) => {
    const work: Promise<void> = runJob(runner, job).finally(() => running.delete(work));
    running.add(work);
  };
  // A request for jobs is never aborted: the service may have just leased jobs, and they would wait until the lease ends.
  const activate = async (free: number) => {
    const request = commands.activateJobs({
      subProjectId,
      type,
      worker: options.worker,
      timeout: leaseMs,
      maxJobsToActivate: Math.min(free, MAX_JOBS_PER_REQUEST),
      requestTimeout: pollMs,
    });
    const timeoutMs = pollMs + connection.limits.timeoutMs;
    return (await send(request, { timeoutMs, totalTimeoutMs: timeoutMs, retries: 1 })).jobs;
  };
  const work = async () => {
    let failures = 0;
    while (!stopping.signal.aborted) {
      if (running.size >= concurrency) {
        await Promise.race(running);
        continue;
      }
      try {
        const jobs = await activate(concurrency - running.size);
        if (!abandon.signal.aborted) for (const job of jobs) start(job);
        failures = 0;
      } catch (error) {
        if (endsWith?.(error) === true) {
          await Promise.all(running);
          throw error;
        }
        log.warn('Jobs could not be activated', { type, error });
        await sleep(backoffMs(longestPause, failures, Math.random()), stopping.signal).catch(() => undefined);
        failures += 1;
      }
    }
    while (running.size > 0) await Promise.race(running);
  };

  const abandoned = new Promise<void>((resolve) => abandon.signal.addEventListener('abort', () => resolve()));
  const done = Promise.race([work(), abandoned]);
  // Who never looks at `done` must not end with an unhandled rejection.
  done.catch(() => undefined);
  const stop = async ({ graceMs }: { readonly graceMs?: number } = {}) => {
    stopping.abort();
    const timer = graceMs === undefined ? undefined : setTimeout(() => abandon.abort(), graceMs);
    await done.catch(() => undefined);
    clearTimeout(timer);
  };
  if (options.signal?.aborted) stopping.abort();
  options.signal?.addEventListener('abort', () => stopping.abort(), { once: true });
  return {
    get running() {
      return running.size;
    },
    done,
    stop,
  };
}
