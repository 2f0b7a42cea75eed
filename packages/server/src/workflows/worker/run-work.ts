import { type Command, CommandRejected } from '@millrace/engine';
import type { LeasedJob } from '../../jobs/records/job.js';
import { closeJob, lockLease } from '../../jobs/records/lease-reports.js';
import type { JobResult } from '../../jobs/worker/job-handler.js';
import type { RunWork, WorkOutcome } from '../../jobs/worker/run-work.js';
import { type Transaction, transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, systemPrincipal } from '../../use-case/caller.js';
import type { ResolveDecision } from '../decisions/answer-decision.js';
import { deliverThrownMessage } from '../messages/deliver-thrown-message.js';
import { lockRun } from '../records/find-run.js';
import type { RunRow } from '../records/run-row.js';
import { findSignalVariables } from '../records/signals.js';
import { isSubscribed } from '../records/waits.js';
import { advanceRun, hasEnded } from '../run/advance-run.js';
import type { Chains, PostponedDecision, PostponedUpdate } from '../run/drive-run.js';
import type { RunDeps } from '../run/run-deps.js';
import { fireSchedule } from '../starts/fire-schedule.js';
import { startOnProcesses } from '../starts/start-on-processes.js';

/**
 * The work of the worker loop on runs. Each call is one transaction that checks the lease before it changes anything. The
 * configuration is read before the transaction, because that takes a connection of its own.
 */
export function createRunWork(deps: RunDeps): RunWork {
  return {
    async perform(job) {
      const subProject = await deps.subProjects.load(job.subProjectId);
      return transaction(deps.db, (tx) => perform(tx, deps, job, subProject));
    },
    async settle(job, result) {
      const subProject = await deps.subProjects.load(job.subProjectId);
      return transaction(deps.db, (tx) =>
        advance(tx, deps, job, subProject, async () => reportOf(job.elementKey, result)),
      );
    },
    async giveUp(job, message) {
      const subProject = await deps.subProjects.load(job.subProjectId);
      return transaction(deps.db, (tx) => perform(tx, { ...deps, hold: message }, job, subProject));
    },
  };
}

async function perform(tx: Transaction, deps: RunDeps, job: LeasedJob, subProject: SubProject): Promise<WorkOutcome> {
  switch (job.kind) {
    case 'message':
      return underLease(tx, job, () => deliverThrownMessage(tx, deps, job, subProject));
    case 'schedule':
      return underLease(tx, job, () => fireSchedule(tx, deps, job, subProject));
    case 'start':
      return underLease(tx, job, () => startOnProcesses(tx, deps, job, subProject));
    default:
      return advance(tx, deps, job, subProject, () => commandOf(tx, job));
  }
}

/** Work that belongs to no run yet: the job's row is the first lock. */
async function underLease(tx: Transaction, job: LeasedJob, work: () => Promise<void>): Promise<WorkOutcome> {
  if (!(await lockLease(tx, job))) return 'stale';
  await work();
  await closeJob(tx, job);
  return 'done';
}

/** Locks the run and then the job, and gives the run the command; undefined means that the work is no longer needed. */
async function advance(
  tx: Transaction,
  deps: RunDeps,
  job: LeasedJob,
  subProject: SubProject,
  command: () => Promise<Command | PostponedUpdate | PostponedDecision | undefined>,
): Promise<WorkOutcome> {
  const { subProjectId } = job;
  const [run, isLeased, process] = await Promise.all([
    lockRun(tx, { subProjectId, id: job.runId ?? '' }),
    lockLease(tx, job),
    findProcess(tx, subProjectId, job.processId ?? ''),
  ]);
  if (!isLeased) return 'stale';
  const needed = run === undefined || hasEnded(run.status) ? undefined : await command();
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
