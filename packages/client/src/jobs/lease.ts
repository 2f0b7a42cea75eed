import { MillraceError } from '../errors/errors.js';
import type { ActivatedJob } from '../operations/models.js';
import { commands } from '../requests/commands.js';
import type { Send } from '../transport/call.js';
import { sleep } from '../transport/time.js';
import type { WorkerLog } from './job-handler.js';

/** A lease that is renewed while its handler runs. */
export interface Lease {
  /** Aborts when the lease is lost. */
  readonly lost: AbortSignal;
  /** Ends the renewal. */
  end(): void;
}

/** Whether the error says that this worker has lost the job: its token is stale (1009), or the job or its run no longer exists (404). */
export const isLost = (error: unknown): boolean =>
  error instanceof MillraceError && (error.status === 409 || error.status === 404);

/** Renews the lease every third of its length, so that two renewals may fail before it ends. */
export function keepLease(send: Send, job: ActivatedJob, subProjectId: string, leaseMs: number, log: WorkerLog): Lease {
  const lost = new AbortController();
  const over = new AbortController();
  const renewal = commands.extendJobLease({ subProjectId, jobKey: job.key, token: job.token, timeout: leaseMs });
  const everyMs = leaseMs / 3;
  const renew = async () => {
    while (!over.signal.aborted) {
      await sleep(everyMs, over.signal);
      try {
        await send(renewal, { signal: over.signal, totalTimeoutMs: everyMs });
      } catch (error) {
        if (over.signal.aborted) return;
        log.warn('The lease of a job could not be renewed', { jobKey: job.key, lost: isLost(error), error });
        if (!isLost(error)) continue;
        lost.abort(error);
        return;
      }
    }
  };
  // Also rejects with the reason of `over` when that aborts.
  renew().catch(() => undefined);
  return { lost: lost.signal, end: () => over.abort() };
}
