import { describe, openTask } from '../element/user-task.js';
import { beginTaskListeners, openTaskListener } from '../element/user-task-listeners.js';
import type { Node, UserTaskNode } from '../model/node.js';
import { type Command, CommandRejected, type TaskListenerResult } from '../protocol/command.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { activate, complete } from '../run/lifecycle/lifecycle.js';
import {
  awaitEndListeners,
  awaitListenersOfLoop,
  awaitStartListeners,
  type ExecutionPhase,
  isExecutionPhase,
  listenersOf,
  nextListener,
} from '../run/lifecycle/listeners.js';
import { propagate, setLocal } from '../run/variables/variables.js';
import type { ListenState, TaskAttributes } from '../state/run-state.js';
import { parseDateTime } from '../time/iso-8601.js';
import { finishTask, forWhom } from './complete-task.js';

type CompleteJob = Extract<Command, { type: 'completeJob' }>;

/** The job of a listener has completed: the next listener follows, or what they blocked. */
export function completeListener(
  run: Run,
  inst: Instance,
  listens: ListenState,
  node: Node,
  command: CompleteJob,
): void {
  const result = readResult(inst, listens, command);
  delete inst.job;
  run.emit({ type: 'closeJob', key: command.key, outcome: 'completed' });
  if (result.denied === true) {
    deny(run, inst, listens, node, result.deniedReason);
    return;
  }
  // Variables of a listener at the end are stored as those of output mappings are; a process has no scope around it.
  const isOutside = listens.on === 'end' && inst.up !== 0 && inst.model === undefined;
  if (isOutside) propagate(run, run.tree.parentOf(inst), command.variables);
  else setLocal(run, inst, command.variables);
  const fix = { ...listens.fix, ...correctionsOf(result) };
  nextListener(run, inst, Object.keys(fix).length === 0 ? listens : { ...listens, fix });
  resumeListeners(run, inst, node);
}

const awaiting: Readonly<Record<ExecutionPhase, typeof awaitStartListeners>> = {
  start: awaitStartListeners,
  end: awaitEndListeners,
  beforeAll: awaitListenersOfLoop,
};

/** Goes on with the next listener, also after an incident, or with what the listeners blocked. */
export function resumeListeners(run: Run, inst: Instance, node: Node, retries?: number): void {
  const { listens } = inst;
  if (listens === undefined) return;
  const { on } = listens;
  if (isExecutionPhase(on)) {
    const opened = attempt(() => awaiting[on](run, inst, node, retries));
    if (opened instanceof Failure) raiseIncident(run, inst, opened, 'again');
    else if (!opened && on === 'end') finish(run, inst, node);
    else if (!opened) activate(run, inst, node);
  } else if (node.kind === 'userTask' && !openTaskListener(run, inst, node, retries)) {
    finishPhase(run, inst, node, listens);
  }
}

/** Completes an instance. A process has no scope around it, in which it would complete. */
export function finish(run: Run, inst: Instance, node: Node): void {
  if (node.kind === 'process') run.delegates.behaviourOf(node).emptied?.(run, inst, node);
  else complete(run, inst, node);
}

/** All listeners of a change of a task have completed. */
function finishPhase(run: Run, inst: Instance, node: UserTaskNode, listens: ListenState): void {
  const { on, fix = {} } = listens;
  if (on === 'completing') {
    delete inst.listens;
    if (Object.keys(fix).length > 0) run.emit({ type: 'updateTask', key: inst.key, change: fix });
    const { vars = {}, approved = false, by } = listens;
    const who = { ...(by === undefined ? {} : { by }), ...forWhom(listens) };
    finishTask(run, inst, node, { variables: vars, approved, ...who });
    return;
  }
  const task = attempt(() => describe(run, inst, node, fix));
  if (task instanceof Failure) {
    raiseIncident(run, inst, task, 'again');
    return;
  }
  const isNamed = task.assignee !== undefined;
  if (
    on === 'creating' &&
    isNamed &&
    beginTaskListeners(run, inst, node, 'assigning', { task: listens.task ?? {}, fix, kept: fix })
  )
    return;
  delete inst.listens;
  openTask(run, inst, task);
}

/** The change does not happen: a task that was about to complete stays open, one that was about to be assigned opens for its candidates. */
function deny(run: Run, inst: Instance, listens: ListenState, node: Node, reason: string | undefined): void {
  run.history('denied', inst, inst.el, reason);
  if (listens.on === 'completing' || node.kind !== 'userTask') {
    delete inst.listens;
    return;
  }
  // Corrections of creating listeners stay; those of assigning listeners are dropped with the assignment.
  const { length: nth } = listenersOf(node, listens.on);
  inst.listens = { ...listens, nth, fix: { ...listens.kept, assignee: null } };
  finishPhase(run, inst, node, inst.listens);
}

/** @throws CommandRejected when the result does not fit the listener */
function readResult(inst: Instance, { on, task }: ListenState, { result }: CompleteJob): TaskListenerResult {
  const refuse = (message: string): never => {
    throw new CommandRejected('bad-result', `${inst.el}: ${message}`);
  };
  if (result === undefined) return { type: 'userTask' };
  if (isExecutionPhase(on)) return refuse('the job of an execution listener has no result');
  if (result.type !== 'userTask') return refuse('the job of a task listener has a result of the type userTask');
  if (result.denied === true && on === 'creating') return refuse('a listener cannot deny that a task is created');
  const { assignee, dueDate, followUpDate, priority } = result.corrections ?? {};
  const isTaken = typeof task?.assignee === 'string' && task.assignee !== '';
  if (on === 'creating' && isTaken && typeof assignee === 'string' && assignee !== task.assignee)
    return refuse('the diagram names the assignee: correct it in an assigning listener');
  for (const date of [dueDate, followUpDate]) {
    if (typeof date !== 'string' || date === '') continue;
    const parsed = attempt(() => parseDateTime(date));
    if (parsed instanceof Failure) return refuse(parsed.message);
  }
  if (typeof priority === 'number' && !(Number.isInteger(priority) && priority >= 0 && priority <= 100))
    return refuse('the priority must be a whole number from 0 to 100');
  return result;
}

function correctionsOf({ corrections = {} }: TaskListenerResult): TaskAttributes {
  const { assignee, candidateGroups, candidateUsers, dueDate, followUpDate, priority } = corrections;
  const date = (text: string): string | null => (text === '' ? null : new Date(parseDateTime(text)).toISOString());
  return {
    ...(typeof assignee === 'string' ? { assignee: assignee === '' ? null : assignee } : {}),
    ...(Array.isArray(candidateGroups) ? { candidateGroups } : {}),
    ...(Array.isArray(candidateUsers) ? { candidateUsers } : {}),
    ...(typeof dueDate === 'string' ? { dueDate: date(dueDate) } : {}),
    ...(typeof followUpDate === 'string' ? { followUpDate: date(followUpDate) } : {}),
    ...(typeof priority === 'number' ? { priority } : {}),
  };
}
