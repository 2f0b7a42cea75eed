import type { Command, RunState } from '@millrace/engine';
import { type AuditEntry, auditInsert } from '../../audit/records/append.js';
import { redactText } from '../../kernel/redact-text.js';
import type { Transaction } from '../../postgres/database.js';
import { findProcess } from '../../processes/records/processes/find-process.js';
import type { ProcessRow } from '../../processes/records/processes/process-row.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { type Actor, principalId } from '../../use-case/caller.js';
import type { RunIdentity } from '../records/run-identity.js';
import type { RunRow } from '../records/run-row.js';
import { type StartedRun, writeRun } from '../records/write-run.js';
import { fanOutSignal } from '../signals/fan-out-signal.js';
import {
  type DriveResult,
  driveRun,
  type PostponedDecision,
  type PostponedUpdate,
  type RunComment,
} from './drive-run.js';
import { orHeld } from './hold-command.js';
import type { RecordedVote } from './run-changes.js';
import type { RunDeps } from './run-deps.js';
import { eventsOf } from './run-events.js';

/** The `runId` member of the answers of execute and resume. */
export interface RunId {
  readonly id: string;
  readonly state: RunRow['status'];
}

/** What the audit row of a person's action says. Background work writes a row only when it changes the run's state. */
export interface RunAction {
  readonly action: AuditEntry['action'];
  /** What the audit row shows after the action, beside the state. */
  readonly after: object;
  /** Of a decision, for evidence. */
  readonly statement?: string;
}

/** One command for a run that exists. */
export interface Advance {
  readonly actor: Actor;
  readonly subProject: SubProject;
  /** Locked by this transaction. */
  readonly run: RunRow;
  /** Undefined: it is read. */
  readonly process?: ProcessRow;
  /** Whether this transaction has locked the process. */
  readonly isProcessLocked?: boolean;
  readonly command: Command | PostponedUpdate | PostponedDecision;
  readonly action?: RunAction;
  /** What the person who gives the command says about it, for the timeline. */
  readonly comment?: RunComment;
  /** With a vote: the task that it is on. */
  readonly votedOn?: { readonly id: string; readonly name: string };
  /** Of a migrated run. */
  readonly definitionId?: string;
}

/**
 * Gives a run a command: drives the engine and writes what changed, all in `tx`. Every command of people, workers and timers
 * comes through here. Statements: one that reads the process, one that writes the run with everything that changed and its
 * audit row, and those of process updates and calls.
 *
 * Lock order: the run's row first (the caller's `lockRun`), then its tasks and jobs, the process row last.
 *
 * @throws CommandRejected when the command does not fit the run; nothing has changed then
 */
export async function advanceRun(tx: Transaction, deps: RunDeps, advance: Advance): Promise<RunId> {
  const { id, status } = await advanceRunTo(tx, deps, advance);
  return { id, state: status };
}

/** A run after a command. */
export interface AdvancedRun {
  readonly id: string;
  readonly status: RunRow['status'];
  /** The engine's state. */
  readonly after: RunState;
  /** The vote that the command cast. */
  readonly vote: RecordedVote | undefined;
}

/** As {@link advanceRun}; also gives what the engine made of the command. */
export async function advanceRunTo(tx: Transaction, deps: RunDeps, advance: Advance): Promise<AdvancedRun> {
  const { actor, subProject, run } = advance;
  const command = orHeld(deps, advance.command);
  const process = advance.process ?? (await findProcess(tx, run.subProjectId, run.processId));
  if (process === undefined) throw new Error(`the process ${run.processId} of run ${run.id} does not exist`);
  const now = deps.now();
  const result = await driveRun(tx, deps, {
    actor,
    subProject,
    run,
    state: run.state,
    process,
    isProcessLocked: advance.isProcessLocked ?? false,
    command,
    now,
    ...(advance.comment === undefined ? {} : { comment: advance.comment }),
  });
  await store(tx, deps, {
    actor,
    run,
    result,
    now,
    definitionId: advance.definitionId ?? run.definitionId,
    timelineCount: run.timelineCount,
    before: run.status,
    action: advance.action,
    votedOn: advance.votedOn,
  });
  return { id: run.id, status: result.status, after: result.state, vote: result.changes.votes[0] };
}

/** A run that is about to start. */
export interface Start {
  readonly actor: Actor;
  readonly subProject: SubProject;
  readonly run: RunIdentity;
  readonly definitionId: string;
  readonly stageKey: string;
  readonly process: ProcessRow;
  readonly command: Extract<Command, { type: 'start' }>;
}

/**
 * Starts a run on a process and drives it until it waits for external work or ends (D22).
 *
 * @throws CommandRejected when the diagram cannot be started this way
 */
export async function startRun(tx: Transaction, deps: RunDeps, start: Start): Promise<RunId> {
  const { actor, subProject, run, process } = start;
  const command = orHeld(deps, start.command);
  const now = deps.now();
  const result = await driveRun(tx, deps, { actor, subProject, run, state: null, process, command, now });
  const { principal } = actor;
  await store(tx, deps, {
    actor,
    run,
    result,
    now,
    definitionId: start.definitionId,
    timelineCount: 0,
    started: {
      stageKey: start.stageKey,
      createdBy: principalId(principal),
      traceId: actor.traceId,
    },
    action: { action: 'run.start', after: { workflowId: run.workflowId, stageKey: start.stageKey } },
  });
  return { id: run.id, state: result.status };
}

interface StepsTaken {
  readonly actor: Actor;
  readonly run: RunIdentity;
  readonly result: DriveResult;
  readonly now: number;
  readonly definitionId: string;
  readonly timelineCount: number;
  /** Status before the steps; undefined for a new run. */
  readonly before?: RunRow['status'];
  readonly started?: StartedRun;
  readonly action: RunAction | undefined;
  readonly votedOn?: Advance['votedOn'];
}

async function store(tx: Transaction, deps: RunDeps, steps: StepsTaken): Promise<void> {
  const { run, result, now, definitionId, timelineCount } = steps;
  const { status, state, changes } = result;
  const entry = auditOf(steps);
  writeRun(
    tx,
    { ...identityOf(run), definitionId, status, state, timelineCount, now: new Date(now), ended: hasEnded(status) },
    changes,
    {
      started: steps.started,
      audit: entry === undefined ? undefined : auditInsert(steps.actor, [entry]),
      events: eventsOf({
        run,
        before: steps.before,
        status,
        action: steps.action?.action,
        changes,
        votedOn: steps.votedOn,
      }),
      by: steps.actor,
      processChanged: result.processChanged,
    },
  );
  for (const { name, variables, before } of changes.signals) {
    await fanOutSignal(tx, {
      subProjectId: run.subProjectId,
      name,
      variables,
      thrower: { runId: run.id, before },
      now,
    });
  }
  tellIncidents(tx, deps, steps);
  deps.log.debug({ run: run.id, state: status }, 'run advanced');
}

/** One line of the log for each incident that stays open, once it is committed. */
function tellIncidents(tx: Transaction, { log }: RunDeps, { actor, run, result }: StepsTaken): void {
  for (const { id, elementId, kind, message, resolvedTs } of result.changes.incidents.values()) {
    if (resolvedTs !== null) continue;
    const { id: runId, subProjectId, workflowId, processId } = run;
    const context = { incident: id, kind, element: elementId, run: runId, workflow: workflowId, process: processId };
    const line = { ...context, subProject: subProjectId, traceId: actor.traceId, message: redactText(message) };
    tx.afterCommit(() => log.warn(line, 'incident opened'));
  }
}

function auditOf({ run, result, before, action }: StepsTaken): AuditEntry | undefined {
  if (action === undefined && before === result.status) return undefined;
  return {
    action: action?.action ?? 'run.advance',
    subProjectId: run.subProjectId,
    subjectType: 'run',
    subjectId: run.id,
    processId: run.processId,
    before: before === undefined ? null : { state: before },
    after: { state: result.status, ...action?.after, ...voteOf(result.changes.votes[0]) },
    statement: action?.statement,
  };
}

/** What the votes on a task decide, as an audit row shows it. */
const voteOf = (vote: RecordedVote | undefined): object =>
  vote === undefined
    ? {}
    : { approvals: vote.approvals, rejections: vote.rejections, quorum: vote.quorum, result: vote.result };

const identityOf = ({ id, subProjectId, workflowId, processId }: RunIdentity): RunIdentity => ({
  id,
  subProjectId,
  workflowId,
  processId,
});

/** Whether a run has ended. FAILED is not an end: a retried incident moves the run on (D21). */
export const hasEnded = (status: RunRow['status']): boolean =>
  status === 'COMPLETED' || status === 'REJECTED' || status === 'CANCELLED';
