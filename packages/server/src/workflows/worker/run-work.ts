import { type Command, CommandRejected } from '@millrace/engine';
import type { LeasedJob } from '../../jobs/records/job.js';
import { closeJob, lockLease, lockLeases } from '../../jobs/records/lease-reports.js';
import type { JobResult } from '../../jobs/worker/job-handler.js';
import type { RunWork, WorkOutcome } from '../../jobs/worker/run-work.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { findProcess, findProcesses } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import type { ResolveDecision } from '../decisions/answer-decision.js';
import { deliverThrownMessage } from '../messages/deliver-thrown-message.js';
import { lockFreeRuns, lockRun } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';
import { findSignalVariables } from '../records/signals.js';
import { isSubscribed } from '../records/waits.js';
import { advanceRun, hasEnded } from '../run/advance-run.js';
import type { Chains, PostponedDecision, PostponedUpdate } from '../run/drive-run.js';
import type { RunDeps } from '../run/run-deps.js';
import { actOnRung } from '../rungs/act-on-rung.js';
import { fireSchedule } from '../starts/fire-schedule.js';
import { startOnProcesses } from '../starts/start-on-processes.js';
import { Batches, type BatchOutcome } from './batches.js';

/** What a job gives its run; undefined means that the work is no longer needed. */
type CommandOf = (tx: Transaction) => Promise<Command | PostponedUpdate | PostponedDecision | undefined>;

/** A job that moves a run on. */
interface Work {
  readonly job: LeasedJob;
  readonly command: CommandOf;
}

/**
 * The work of the worker loop on runs. The jobs that are due at the same time share a transaction, which checks each lease
 * before it changes anything. A job has a transaction of its own when its run is locked, when it is suspected of ending the
 * process, and when another job of its batch failed. The configuration is read before the transaction, because that takes a
 * connection of its own.
 */
export function createRunWork(deps: RunDeps): RunWork {
  const alone = async (
    job: LeasedJob,
    work: (tx: Transaction, subProject: SubProject) => Promise<WorkOutcome>,
  ): Promise<WorkOutcome> => {
    const subProject = await deps.subProjects.load(job.subProjectId);
    return transaction(deps.db, (tx) => work(tx, subProject));
  };
  const batches = new Batches<Work>((works) => doBatch(deps, works));
  const inBatch = async (job: LeasedJob, command: CommandOf): Promise<WorkOutcome> => {
    const outcome = job.unfinished > 0 ? 'alone' : await batches.add({ job, command });
    if (outcome !== 'alone') return outcome;
    return alone(job, (tx, subProject) => advance(tx, deps, job, subProject, command));
  };
  return {
    perform: (job) =>
      belongsToRun(job)
        ? inBatch(job, (tx) => commandOf(tx, job))
        : alone(job, (tx, subProject) => perform(tx, deps, job, subProject)),
    settle: (job, result) => inBatch(job, async () => reportOf(job.elementKey, result)),
    giveUp: (job, message) => alone(job, (tx, subProject) => perform(tx, { ...deps, hold: message }, job, subProject)),
  };
}

const belongsToRun = ({ kind }: LeasedJob): boolean => !beforeRuns.has(kind);

/** They find or start their runs themselves. */
const beforeRuns: ReadonlySet<string> = new Set(['message', 'schedule', 'start', 'rung'] satisfies LeasedJob['kind'][]);

async function perform(tx: Transaction, deps: RunDeps, job: LeasedJob, subProject: SubProject): Promise<WorkOutcome> {
  switch (job.kind) {
    case 'message':
      return underLease(tx, job, () => deliverThrownMessage(tx, deps, job, subProject));
    case 'schedule':
      return underLease(tx, job, () => fireSchedule(tx, deps, job, subProject));
    case 'start':
      return underLease(tx, job, () => startOnProcesses(tx, deps, job, subProject));
    case 'rung':
      return underLease(tx, job, () => actOnRung(tx, deps, job, subProject));
    default:
      return advance(tx, deps, job, subProject, () => commandOf(tx, job));
  }
}

/** Milliseconds after which a batch takes no further job, so that people do not wait for its locks. */
const LONGEST_BATCH_MS = 100;

/** Gives each of several runs the command of its job in one transaction. Processes are locked in the order of their ids. */
async function doBatch(deps: RunDeps, works: readonly Work[]): Promise<ReadonlyMap<Work, BatchOutcome>> {
  const jobs = works.map(({ job }) => job);
  const subProjectId = jobs[0]?.subProjectId ?? '';
  const subProject = await deps.subProjects.load(subProjectId);
  return transaction(deps.db, async (tx) => {
    const end = performance.now() + LONGEST_BATCH_MS;
    const [runs, leased, processes] = await Promise.all([
      lockFreeRuns(
        tx,
        subProjectId,
        jobs.map(({ runId }) => runId ?? ''),
      ),
      lockLeases(tx, subProjectId, jobs),
      findProcesses(
        tx,
        subProjectId,
        jobs.map(({ processId }) => processId ?? ''),
      ),
    ]);
    const outcomes = new Map<Work, BatchOutcome>();
    for (const work of works.toSorted((a, b) => ((a.job.processId ?? '') < (b.job.processId ?? '') ? -1 : 1))) {
      if (outcomes.size > 0 && performance.now() > end) break;
      const { job, command } = work;
      const run = runs.get(job.runId ?? '');
      const locked = { run, isLeased: leased.has(job.id), process: processes.get(job.processId ?? '') };
      const outcome = run === undefined ? 'alone' : await advanceLocked(tx, deps, job, subProject, locked, command);
      outcomes.set(work, outcome);
    }
    return outcomes;
  }).catch((error: unknown) => {
    deps.log.debug({ err: error, jobs: jobs.map(({ id }) => id) }, 'a batch of jobs failed; each is done by itself');
    throw error;
  });
}

/** Work that belongs to no run yet: the job's row is the first lock. */
async function underLease(tx: Transaction, job: LeasedJob, work: () => Promise<void>): Promise<WorkOutcome> {
  if (!(await lockLease(tx, job))) return 'stale';
  await work();
  await closeJob(tx, job);
  return 'done';
}

/** Locks the run and then the job, and gives the run the command. */
async function advance(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
  command: CommandOf,
): Promise<WorkOutcome> {
  const { subProjectId } = job;
  const [run, isLeased, process] = await Promise.all([
    lockRun(tx, { subProjectId, id: job.runId ?? '' }),
    lockLease(tx, job),
    findProcess(tx, subProjectId, job.processId ?? ''),
  ]);
  return advanceLocked(tx, deps, job, subProject, { run, isLeased, process }, command);
}

/** What the transaction of a job has locked, and read. */
interface Locked {
  readonly run: RunRow | undefined;
  readonly isLeased: boolean;
  readonly process: ProcessRow | undefined;
}

async function advanceLocked(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
  { run, isLeased, process }: Locked,
  command: CommandOf,
): Promise<WorkOutcome> {
  if (!isLeased) return 'stale';
  const needed = run === undefined || hasEnded(run.status) ? undefined : await command(tx);
  // Effects of the engine close timers, jobs and updates. It does not know the other kinds, which are closed here.
  if (needed === undefined || !isClosedByEngine(job)) await closeJob(tx, job);
  if (run === undefined || process === undefined || needed === undefined) return 'stale';
  try {
    await advanceRun(tx, deps, { actor: workerOf(run), subProject, run, process, command: needed });
    return 'done';
  } catch (error) {
    if (!(error instanceof CommandRejected)) throw error;
    deps.log.info({ run: run.id, job: job.id, reason: error.reason }, 'a job no longer fits its run');
    await closeJob(tx, job);
    return 'stale';
  }
}

const isClosedByEngine = (job: LeasedJob): boolean =>
  job.kind === 'job' || job.kind === 'update' || job.kind === 'timer';

const workerOf = (run: RunRow): Actor => ({ principal: systemPrincipal, traceId: run.traceId });

async function commandOf(
  tx: Transaction,
  job: LeasedJob,
): Promise<Command | PostponedUpdate | PostponedDecision | undefined> {
  switch (job.kind) {
    case 'timer':
      return { type: 'fireTimer', key: job.elementKey };
    case 'continue':
      return { type: 'continue' };
    case 'conditions':
      return { type: 'evaluateConditions' };
    case 'signal':
      return signalOf(tx, job);
    case 'update':
      return postponedUpdateOf(job);
    case 'decision':
      return postponedDecisionOf(job);
    case 'job':
      // Only a job that is given up is performed; its handler is not called.
      return { type: 'failJob', key: job.elementKey, message: '', retries: 0 };
    default:
      throw new Error(`jobs of the kind ${job.kind} do not belong in the lane of the engine`);
  }
}

/** A run that has left the events that waited for the signal does not receive it at later events. */
async function signalOf(tx: Transaction, job: LeasedJob): Promise<Command | undefined> {
  const { name, keys } = job.payload;
  if (typeof name !== 'string' || !isNumbers(keys) || job.signalId === null || job.runId === null) return undefined;
  const { subProjectId, runId, signalId } = job;
  if (!(await isSubscribed(tx, { subProjectId, id: runId }, keys))) return undefined;
  const variables = await findSignalVariables(tx, subProjectId, signalId);
  return { type: 'broadcastSignal', name, variables: variables ?? {} };
}

function postponedUpdateOf(job: LeasedJob): PostponedUpdate {
  const { input } = job.payload;
  return {
    key: job.elementKey,
    jobType: job.type,
    elementId: job.elementId,
    headers: job.headers,
    input: typeof input === 'object' && input !== null ? { ...input } : {},
    chains: chainsOf(job),
  };
}

/** The payload is what `RunChanges.postponeDecision` stored. */
function postponedDecisionOf(job: LeasedJob): PostponedDecision {
  return { decision: job.payload.decision as ResolveDecision, chains: chainsOf(job) };
}

/** Updates that a server of an earlier version postponed have one number. */
function chainsOf({ kind, payload: { chains, chain } }: LeasedJob): Chains {
  if (typeof chains === 'object' && chains !== null) return { updates: 0, decisions: 0, ...chains };
  return { updates: kind === 'update' && typeof chain === 'number' ? chain : 0, decisions: 0 };
}

const isNumbers = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'number');

/** The command that tells the engine how an attempt of a built-in job ended. */
export function reportOf(key: number, result: JobResult): Command {
  switch (result.outcome) {
    case 'completed':
      return { type: 'completeJob', key, variables: result.variables };
    case 'failed':
      return { type: 'failJob', key, message: result.message, retries: 0 };
    case 'error':
      return {
        type: 'throwJobError',
        key,
        code: result.code,
        message: result.message,
        variables: result.variables ?? {},
      };
  }
}
