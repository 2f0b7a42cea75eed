import { commands } from '../requests/commands.js';
import { backoffMs } from '../transport/backoff.js';
import type { Connection, Send } from '../transport/call.js';
import { sleep } from '../transport/time.js';
import type { ActivatedJob, JobHandler, WorkerLog } from './job-handler.js';
import { runJob } from './run-job.js';

/** Which jobs a worker takes, how many, and how it is stopped. */
export interface WorkerOptions {
  readonly subProjectId: string;
  /** Name of the worker, for operators. */
  readonly worker?: string | undefined;
  /** Jobs worked on at the same time; default 10. */
  readonly concurrency?: number | undefined;
  /** Lease of a job in milliseconds, renewed while its handler runs; default 60 s, at least 1 s. A crashed worker's jobs come again after it. */
  readonly leaseMs?: number | undefined;
  /** How long the service holds a request for jobs when there are none, in milliseconds; default 5 s. Stopping waits for it. */
  readonly pollMs?: number | undefined;
  /** Stops the worker when it aborts. */
  readonly signal?: AbortSignal | undefined;
  /** Default `console`. */
  readonly log?: WorkerLog | undefined;
}

/** A worker that is under way. */
export interface Worker {
  /** Jobs whose handlers run now. */
  readonly running: number;
  /** Settles when the worker has stopped. */
  readonly done: Promise<void>;
  /**
   * Asks for no more jobs and waits for the handlers; after `graceMs`, if given, their signals abort and they are no
   * longer waited for. Calling it again is harmless.
   */
  stop(options?: { readonly graceMs?: number }): Promise<void>;
}

const mostJobsPerRequest = 100;
const longestPause = { baseMs: 500, maxMs: 30_000 };

/**
 * Starts a worker. It keeps asking while the service is away, with backoff, and never gives up by itself: every failure is
 * logged, wrong credentials too.
 */
export function startWorker(
  connection: Connection,
  send: Send,
  type: string,
  handler: JobHandler,
  options: WorkerOptions,
): Worker {
  const { subProjectId, concurrency = 10, leaseMs = 60_000, pollMs = 5000, log = console } = options;
  const stopping = new AbortController();
  const abandon = new AbortController();
  const running = new Set<Promise<void>>();
  const runner = { send, subProjectId, leaseMs, handler, log, abandon: abandon.signal };

  const start = (job: ActivatedJob) => {
    const work: Promise<void> = runJob(runner, job).finally(() => running.delete(work));
    running.add(work);
  };
  // A request for jobs is never aborted: the service may just have leased some, and they would wait for the lease to end.
  const activate = async (free: number) => {
    const request = commands.activateJobs({
      subProjectId,
      type,
      worker: options.worker,
      timeout: leaseMs,
      maxJobsToActivate: Math.min(free, mostJobsPerRequest),
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
        log.warn('Jobs could not be activated', { type, error });
        await sleep(backoffMs(longestPause, failures, Math.random()), stopping.signal).catch(() => undefined);
        failures += 1;
      }
    }
    while (running.size > 0) await Promise.race(running);
  };

  const abandoned = new Promise<void>((resolve) => abandon.signal.addEventListener('abort', () => resolve()));
  const done = Promise.race([work(), abandoned]);
  const stop = async ({ graceMs }: { readonly graceMs?: number } = {}) => {
    stopping.abort();
    const timer = graceMs === undefined ? undefined : setTimeout(() => abandon.abort(), graceMs);
    await done;
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
