import type { Log } from '../../kernel/log.js';
import type { Queryable } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { JobHints } from '../hints/job-hints.js';
import type { LeasedJob } from '../records/job.js';
import { releaseLease } from '../records/lease-reports.js';
import { leaseDue, nextDueIn } from '../records/leases.js';
import { backoffMs } from './backoff.js';
import { handleJob } from './handle-job.js';
import type { JobHandler } from './job-handler.js';
import { keepLease } from './keep-lease.js';
import { LaneLoop } from './lane-loop.js';
import { type Chore, ChoreLoop } from './maintenance-loop.js';
import type { RunWork, WorkOutcome } from './run-work.js';

export interface WorkerOptions {
  readonly db: Queryable;
  readonly runs: RunWork;
  readonly subProjects: SubProjects;
  readonly handlers: readonly JobHandler[];
  readonly hints: JobHints;
  readonly log: Log;
  /** Shown to operators; unique per process. */
  readonly name: string;
  /** Runs advanced at the same time; each takes a connection of the pool. Default 4. */
  readonly engineSlots?: number;
  /** Handlers at work at the same time; they hold no connection. Default 16. */
  readonly handlerSlots?: number;
  /** Milliseconds after which the work of a dead worker is taken up by another; on runs 5,000 at most. Default 30,000. */
  readonly leaseMs?: number;
  /** Milliseconds between polls without a hint. Default 500. */
  readonly pollMs?: number;
  /** Work of the house, done in turn while the worker runs. */
  readonly chores?: readonly Chore[];
}

/** Since the start of the worker. */
export interface WorkerStats {
  readonly busy: { readonly engine: number; readonly handler: number };
  readonly done: number;
  /** Attempts that will be repeated. */
  readonly retried: number;
  /** Jobs that ended as incidents. */
  readonly failed: number;
  /** Reports dropped because the lease was over. */
  readonly stale: number;
}

export interface Worker {
  start(): void;
  /** Takes no more work, waits for the work in flight up to `graceMs` (default 10,000), then aborts handlers. */
  stop(graceMs?: number): Promise<void>;
  stats(): WorkerStats;
}

/**
 * The longest lease of work on a run: what a crash leaves behind waits this long. It may be short, because that work locks
 * its lease before anything else, and a locked job is leased to nobody else however long it takes.
 */
const ENGINE_LEASE_MS = 5000;

/**
 * The worker loop of one server process. Any number of them share one database: a job is leased by one at a time, and a
 * report under an old lease changes nothing. Leases are short and are prolonged while a handler is at work, so a dead worker's
 * work waits no longer than a lease, however long its handler might have taken.
 */
export function createWorker(options: WorkerOptions): Worker {
  const { db, log } = options;
  const leaseMs = options.leaseMs ?? 10_000;
  const handlers = new Map(options.handlers.map((handler) => [handler.type, handler]));
  const laneLeases = { engine: { '': Math.min(leaseMs, ENGINE_LEASE_MS) }, handler: { '': leaseMs } };
  const counts = { done: 0, retried: 0, failed: 0, stale: 0 };
  const stopping = new AbortController();

  const count = (job: LeasedJob, outcome: WorkOutcome, kind: 'done' | 'retried' | 'failed'): void => {
    if (outcome === 'done') counts[kind] += 1;
    else {
      counts.stale += 1;
      log.info({ job: job.id, fence: job.fence, kind: job.kind }, 'a report under an old lease was dropped');
    }
  };
  const again = async (job: LeasedJob, retries: number, delayMs: number, error: string): Promise<void> => {
    const released = await releaseLease(db, job, { retries, delayMs, error: error.slice(0, 2000) });
    count(job, released ? 'done' : 'stale', 'retried');
  };
  const engineJob = async (job: LeasedJob): Promise<void> => {
    try {
      count(job, await options.runs.perform(job), 'done');
    } catch (error) {
      // A run's own mistakes are incidents; what arrives here is ours or PostgreSQL's, and is tried until it works.
      log.error(
        { err: error, job: job.id, kind: job.kind, run: job.runId },
        'work on a run failed; it will be repeated',
      );
      await again(job, job.retries, Math.min(60_000, backoffMs(job.attempts)), messageOf(error));
    }
  };
  const handlerJob = async (job: LeasedJob): Promise<void> => {
    const subProject = await options.subProjects.load(job.subProjectId);
    const letGo = keepLease(db, job, leaseMs, log);
    const result = await handleJob(job, { handlers, subProject, stopping: stopping.signal, log }).finally(letGo);
    // The lease then ends by itself, and another worker repeats the attempt.
    if (stopping.signal.aborted) return;
    const left = job.retries - 1;
    if (result.outcome === 'failed' && result.permanent !== true && left > 0) {
      await again(job, left, result.retryAfterMs ?? backoffMs(job.attempts), result.message);
    } else {
      count(job, await options.runs.settle(job, result), result.outcome === 'failed' ? 'failed' : 'done');
    }
  };
  const guarded = (work: (job: LeasedJob) => Promise<void>) => (job: LeasedJob) =>
    work(job).catch((error: unknown) => {
      log.error({ err: error, job: job.id }, 'a job could not be reported; its lease will end');
    });
  const lane = (name: 'engine' | 'handler', slots: number, perform: (job: LeasedJob) => Promise<void>) =>
    new LaneLoop({
      name,
      slots,
      pollMs: options.pollMs ?? 500,
      lease: (limit) => leaseDue(db, name, limit, options.name, laneLeases[name]),
      nextDueIn: () => nextDueIn(db, name),
      perform: guarded(perform),
      log,
    });

  const lanes = {
    engine: lane('engine', options.engineSlots ?? 4, engineJob),
    handler: lane('handler', options.handlerSlots ?? 16, handlerJob),
  };
  const chores = new ChoreLoop(options.chores ?? [], log);
  let unsubscribe: (() => void) | undefined;

  return {
    start() {
      unsubscribe = options.hints.subscribe((hint) => {
        if (hint === 'engine' || hint === '*') lanes.engine.wake();
        if (hint === 'handler' || hint === '*') lanes.handler.wake();
      });
      lanes.engine.start();
      lanes.handler.start();
      chores.start();
    },
    async stop(graceMs = 10_000) {
      unsubscribe?.();
      await Promise.all([lanes.engine.stop(), lanes.handler.stop(), chores.stop()]);
      const timer = setTimeout(() => stopping.abort(), graceMs);
      await Promise.all([lanes.engine.idle(), lanes.handler.idle()]);
      clearTimeout(timer);
    },
    stats: () => ({ busy: { engine: lanes.engine.busy, handler: lanes.handler.busy }, ...counts }),
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
