import type { Log } from '../../kernel/log.js';
import { currentSpan, inGivenSpan, type Span } from '../../kernel/tracing.js';
import type { Database } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { JobHints } from '../hints/job-hints.js';
import type { JobKind, Lane, LeasedJob } from '../records/job.js';
import { leaseDue, nextDueIn } from '../records/leases.js';
import { backgroundJob, giveUpBackground } from './background-lane.js';
import type { BackgroundWork } from './background-work.js';
import { engineJob, giveUpOnRun } from './engine-lane.js';
import { handlerJob } from './handler-lane.js';
import type { JobHandler } from './job-handler.js';
import { type AttemptEnd, giveBack, type LaneDeps } from './lane-deps.js';
import { LaneLoop } from './lane-loop.js';
import { MaintenanceLoop, type MaintenanceTask } from './maintenance-loop.js';
import type { RunWork } from './run-work.js';
import { type LaneOfSuspects, Suspects } from './suspects.js';

/** The lanes a worker takes jobs of. */
export type WorkerLane = Exclude<Lane, 'external'>;

const workerLanes: readonly WorkerLane[] = ['engine', 'handler', 'background'];

export interface WorkerOptions {
  readonly db: Database;
  readonly runs: RunWork;
  readonly subProjects: SubProjects;
  readonly handlers: readonly JobHandler[];
  /** What does the jobs of the lane `background`, one for each kind. Default: none. */
  readonly background?: readonly BackgroundWork[];
  readonly hints: JobHints;
  readonly log: Log;
  /** Shown to operators; unique per process. */
  readonly name: string;
  /** Runs advanced at the same time; each takes a connection of the pool at most. Default 8. */
  readonly engineSlots?: number;
  /** Handlers at work at the same time; they hold no connection. Default 32. */
  readonly handlerSlots?: number;
  /** Milliseconds after which the work of a dead worker is taken up by another; on runs 5,000 at most. Default 10,000. */
  readonly leaseMs?: number;
  /** Milliseconds between polls without a hint. Default 500. */
  readonly pollMs?: number;
  /** Begins the span of an attempt; absent: attempts are not traced. */
  readonly trace?: (job: LeasedJob, lane: WorkerLane) => Promise<Span>;
  /** Told of each attempt that has ended. Default: nobody is. */
  readonly attempted?: (attempt: EndedAttempt) => void;
  /** Periodic maintenance, one task at a time while the worker runs. */
  readonly maintenance?: readonly MaintenanceTask[];
}

/** An attempt at a job, or a batch of background work, that has ended. */
export interface EndedAttempt {
  readonly lane: WorkerLane;
  /** The job type; of jobs without one, their kind. */
  readonly type: string;
  /** `stale`: its report was dropped because the lease was over. */
  readonly outcome: AttemptEnd | 'stale';
}

/** Since the start of the worker. */
export interface WorkerStats {
  /** Jobs under way now. */
  readonly busy: Readonly<Record<WorkerLane, number>>;
  /** Jobs, and batches of background work, that were done. */
  readonly done: number;
  /** Attempts that will be repeated. */
  readonly retried: number;
  /** Jobs that ended as incidents, and background work that was given up. */
  readonly failed: number;
  /** Reports dropped because the lease was over. */
  readonly stale: number;
}

export interface Worker {
  start(): void;
  /** Takes no more work, waits for the work in flight up to `graceMs` (default 10,000), then aborts what is left. */
  stop(graceMs?: number): Promise<void>;
  stats(): WorkerStats;
}

const DEFAULT_LEASE_MS = 10_000;
const DEFAULT_POLL_MS = 500;
/** Two, so that an index that takes an hour to build leaves one for the rest. Each takes a connection of the pool. */
const BACKGROUND_SLOTS = 2;
/** Background work is hinted at like any other; between hints it can wait for this many polls of another lane. */
const BACKGROUND_POLLS = 4;

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
  const leaseMs = options.leaseMs ?? DEFAULT_LEASE_MS;
  const pollMs = options.pollMs ?? DEFAULT_POLL_MS;
  const counts = { done: 0, retried: 0, failed: 0, stale: 0 };
  const stopping = new AbortController();
  const cutOff = new AbortController();

  const works = new Map<JobKind, BackgroundWork>((options.background ?? []).map((work) => [work.kind, work]));
  const count: LaneDeps['count'] = (job, outcome, end) => {
    options.attempted?.({
      lane: works.has(job.kind) ? 'background' : job.kind === 'job' ? 'handler' : 'engine',
      type: job.type === '' ? job.kind : job.type,
      outcome: outcome === 'done' ? end : 'stale',
    });
    currentSpan()?.set({ 'millrace.job.outcome': outcome === 'done' ? end : 'stale' });
    if (outcome === 'done') counts[end] += 1;
    else {
      counts.stale += 1;
      log.info({ job: job.id, fence: job.fence, kind: job.kind }, 'a report under an old lease was dropped');
    }
  };
  const deps: LaneDeps = { db, leaseMs, stopping: stopping.signal, cutOff: cutOff.signal, log, count };
  const traced = async (job: LeasedJob, name: WorkerLane, work: () => Promise<void>): Promise<void> =>
    options.trace === undefined ? work() : inGivenSpan(await options.trace(job, name), work);
  const suspects = new Suspects({ db, log, stopping: stopping.signal });
  const lane = (name: WorkerLane, given: LaneOfSuspects & { slots: number; pollMs: number }) =>
    new LaneLoop({
      ...given,
      name,
      lease: (limit) => leaseDue(db, name, limit, options.name, { '': given.leaseMs }),
      nextDueIn: () => nextDueIn(db, name),
      perform: (job) =>
        traced(job, name, () => suspects.attempt(given, job)).catch((error: unknown) => {
          log.error({ err: error, job: job.id }, 'a job could not be reported; its lease will end');
          return giveBack(deps, job, given.leaseMs);
        }),
      log,
    });

  const onRuns = { ...deps, runs: options.runs };
  const handlers = new Map(options.handlers.map((handler) => [handler.type, handler]));
  const lanes: Readonly<Record<WorkerLane, LaneLoop>> = {
    engine: lane('engine', {
      slots: options.engineSlots ?? 8,
      leaseMs: Math.min(leaseMs, ENGINE_LEASE_MS),
      pollMs,
      lastAttemptAlone: true,
      isPatient: false,
      perform: engineJob(onRuns),
      giveUp: giveUpOnRun(onRuns),
    }),
    handler: lane('handler', {
      slots: options.handlerSlots ?? 32,
      leaseMs,
      pollMs,
      lastAttemptAlone: true,
      isPatient: true,
      perform: handlerJob({ ...onRuns, subProjects: options.subProjects, handlers }),
      giveUp: giveUpOnRun(onRuns),
    }),
    background: lane('background', {
      slots: BACKGROUND_SLOTS,
      leaseMs,
      pollMs: BACKGROUND_POLLS * pollMs,
      lastAttemptAlone: false,
      isPatient: true,
      perform: backgroundJob({ ...deps, works }),
      giveUp: giveUpBackground({ ...deps, works }),
    }),
  };
  const maintenance = new MaintenanceLoop(options.maintenance ?? [], log);
  let unsubscribe: (() => void) | undefined;

  return {
    start() {
      unsubscribe = options.hints.subscribe((hint) => {
        for (const name of workerLanes) if (hint === name || hint === '*') lanes[name].wake();
      });
      for (const name of workerLanes) lanes[name].start();
      maintenance.start();
    },
    async stop(graceMs = 10_000) {
      unsubscribe?.();
      stopping.abort();
      const timer = setTimeout(() => cutOff.abort(), graceMs);
      await Promise.all([...workerLanes.map((name) => lanes[name].stop()), maintenance.stop()]);
      await Promise.all(workerLanes.map((name) => lanes[name].idle()));
      clearTimeout(timer);
    },
    stats: () => ({
      busy: { engine: lanes.engine.busy, handler: lanes.handler.busy, background: lanes.background.busy },
      ...counts,
    }),
  };
}
