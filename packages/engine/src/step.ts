import { activateElements } from './commands/ad-hoc-commands.js';
import { callFailed, callResolved } from './commands/call-commands.js';
import { completeTask } from './commands/complete-task.js';
import { decisionFailed, decisionResolved } from './commands/decision-commands.js';
import { endRun } from './commands/end-run.js';
import { broadcastSignal, correlateMessage, fireTimer } from './commands/event-commands.js';
import { hold, performHeld } from './commands/hold.js';
import { completeJob, failJob, throwJobError } from './commands/job-commands.js';
import { migrate } from './commands/migrate.js';
import { modify } from './commands/modify.js';
import { escalateTask, expireTask } from './commands/overdue-task.js';
import { moveToken, setVariables } from './commands/repair-commands.js';
import { retryIncident } from './commands/retry-incident.js';
import { emptyState, start } from './commands/start.js';
import { vote, votersResolved } from './commands/vote.js';
import { behaviourOf } from './element/behaviours.js';
import { type Command, CommandRejected } from './protocol/command.js';
import type { StepInput, StepResult } from './protocol/step-types.js';
import { adHocInnerDone, collectActivation } from './run/control-flow/ad-hoc.js';
import { handlerDone } from './run/control-flow/compensation.js';
import { beginLoop, collectInner, innerDone } from './run/control-flow/loops.js';
import { stands } from './run/core/held-work.js';
import { type LifecycleDelegates, Run } from './run/core/run.js';
import { drain } from './run/drain.js';
import { type RunState, STATE_FORMAT } from './state/run-state.js';
import { statusOf } from './state/status.js';

const delegates: LifecycleDelegates = {
  behaviourOf,
  beginLoop,
  collectInner: (run, inner, node) =>
    node.kind === 'adHocInstance' ? collectActivation(run, inner) : collectInner(run, inner, node),
  innerDone: (run, body, node, result) =>
    node.kind === 'adHocInstance' ? adHocInnerDone(run, body, result) : innerDone(run, body, node, result),
  handlerDone,
};

/**
 * The only way to change a run: applies one command and does all internal work that follows, up to the budget. The function is
 * pure: the same input gives the same state and effects, and the state passed in is not changed. A failure of the diagram or its
 * data becomes an incident.
 * @throws CommandRejected when the command does not fit the state; nothing has changed then.
 * @throws Error for a state of another format, and for a state or model that this engine cannot have produced, which is a defect.
 */
export function step(input: StepInput): StepResult {
  const run = new Run(input, stateFor(input), delegates);
  apply(run, input.command);
  if (!run.isNote && !stands(run)) drain(run);
  const state = run.snapshot();
  return { state, effects: run.effects, status: statusOf(state) };
}

function stateFor({ state, command: given }: StepInput): RunState {
  const command = given.type === 'hold' ? given.command : given;
  if (command.type === 'start') {
    if (state !== null) throw new CommandRejected('already-started', 'the run has already started');
    return emptyState(command.modelId);
  }
  if (state === null) throw new CommandRejected('not-started', 'the run has not started');
  checkFormat(state);
  if (state.ended !== undefined) throw new CommandRejected('run-ended', `the run has ended: ${state.ended}`);
  return state;
}

/** @throws Error for a state of another format, which this engine would misread */
function checkFormat({ v: format }: { readonly v: number }): void {
  if (format === STATE_FORMAT) return;
  throw new Error(
    `the run was saved in format ${format}, and this engine reads format ${STATE_FORMAT}: use the version of Millrace that saved it, or a later one`,
  );
}

function apply(run: Run, command: Command): void {
  switch (command.type) {
    case 'start':
      start(run, command);
      return;
    case 'continue':
      // The pending work is done after every command. A second `continue`, or one after another command, finds none.
      performHeld(run);
      return;
    case 'hold':
      hold(run, command);
      return;
    case 'cancel':
      endRun(run, 'CANCELLED');
      return;
    case 'completeTask':
      completeTask(run, command);
      return;
    case 'vote':
      vote(run, command);
      return;
    case 'escalateTask':
      escalateTask(run, command);
      return;
    case 'expireTask':
      expireTask(run, command);
      return;
    case 'votersResolved':
      votersResolved(run, command);
      return;
    case 'completeJob':
      completeJob(run, command);
      return;
    case 'activateElements':
      activateElements(run, command);
      return;
    case 'failJob':
      failJob(run, command);
      return;
    case 'throwJobError':
      throwJobError(run, command);
      return;
    case 'fireTimer':
      fireTimer(run, command);
      return;
    case 'correlateMessage':
      correlateMessage(run, command);
      return;
    case 'broadcastSignal':
      broadcastSignal(run, command);
      return;
    case 'evaluateConditions':
      run.conditionsDue = true;
      return;
    case 'retryIncident':
      retryIncident(run, command);
      return;
    case 'setVariables':
      setVariables(run, command);
      return;
    case 'moveToken':
      moveToken(run, command);
      return;
    case 'modify':
      modify(run, command);
      return;
    case 'migrate':
      migrate(run, command);
      return;
    case 'callResolved':
      callResolved(run, command);
      return;
    case 'callFailed':
      callFailed(run, command);
      return;
    case 'decisionResolved':
      decisionResolved(run, command);
      return;
    case 'decisionFailed':
      decisionFailed(run, command);
      return;
  }
}
