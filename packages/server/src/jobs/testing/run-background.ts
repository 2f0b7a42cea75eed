import type { Database } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import type { LeasedJob } from '../records/job.js';
import { leaseDue } from '../records/leases.js';
import { type BackgroundLaneDeps, backgroundJob, giveUpBackground } from '../worker/background-lane.js';
import type { BackgroundWork } from '../worker/background-work.js';
import { Suspects } from '../worker/suspects.js';

/** A worker's lane `background` without its loop: what is due is leased and done one batch at a time. */
export interface BackgroundRunner {
  /** Leases the job that has been due longest; undefined when none is due. */
  lease(): Promise<LeasedJob | undefined>;
  /** Does one batch of a leased job, as the lane does. */
  perform(job: LeasedJob): Promise<void>;
  /** Leases and does batches until none is due. */
  runDue(): Promise<void>;
  /** As {@link runDue}, and without waiting for what is due after a back-off. */
  runAll(): Promise<void>;
  /** What became of the attempts. */
  readonly counts: Readonly<Record<'done' | 'retried' | 'failed' | 'stale', number>>;
  /** Begins to stop. */
  stop(): void;
}

export function backgroundRunner(
  db: Database,
  works: readonly BackgroundWork[],
  options: { readonly leaseMs?: number } = {},
): BackgroundRunner {
  const leaseMs = options.leaseMs ?? 60_000;
  const counts = { done: 0, retried: 0, failed: 0, stale: 0 };
  const stopping = new AbortController();
  const deps: BackgroundLaneDeps = {
    db,
    works: new Map(works.map((work) => [work.kind, work])),
    leaseMs,
    stopping: stopping.signal,
    cutOff: new AbortController().signal,
    log: quietLog,
    count(_job, outcome, end) {
      counts[outcome === 'done' ? end : 'stale'] += 1;
    },
  };
  const suspects = new Suspects(deps);
  const lane = {
    leaseMs,
    lastAttemptAlone: false,
    isPatient: true,
    perform: backgroundJob(deps),
    giveUp: giveUpBackground(deps),
  };
  const perform = (job: LeasedJob) => suspects.attempt(lane, job);
  const lease = async () => (await leaseDue(db, 'background', 1, 'test', { '': leaseMs })).at(0);
  const runDue = async () => {
    for (let job = await lease(); job !== undefined; job = await lease()) await perform(job);
  };
  return {
    lease,
    perform,
    runDue,
    counts,
    stop: () => stopping.abort(),
    async runAll() {
      for (await runDue(); await endBackOff(db); await runDue());
    },
  };
}

/** Makes what waits for a back-off due at once; false when nothing waits. */
export async function endBackOff(db: Database): Promise<boolean> {
  const { count } = await db`
    update jobs set due_ts = now() - interval '1 second' where open and lane = 'background' and not leased and due_ts > now()`;
  return count > 0;
}
