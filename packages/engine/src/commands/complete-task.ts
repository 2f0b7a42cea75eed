import { beginTaskListeners } from '../element/user-task-listeners.js';
import { REJECTED_CODE, type UserTaskNode } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import type { Instance } from '../run/core/instance-tree.js';
import type { Run } from '../run/core/run.js';
import { findCatcher, throwCode } from '../run/events/errors.js';
import { complete } from '../run/lifecycle/lifecycle.js';
import { carry } from '../run/variables/branch-decision.js';
import { owns } from '../run/variables/scope-view.js';
import { propagate, receive, setLocal } from '../run/variables/variables.js';
import { endRun } from './end-run.js';

type CompleteTask = Extract<Command, { type: 'completeTask' }>;

/** Completes the task of the key, or the oldest open task (D23). D24 decides what a rejection leads to. */
export function completeTask(run: Run, command: CompleteTask): void {
  const { inst, node } = findOpenTask(run, command.key);
  if (inst.ballot !== undefined) {
    throw new CommandRejected('needs-votes', `${inst.el} is decided by votes and cannot be completed`);
  }
  const { approved, variables, by, task } = command;
  const more = {
    vars: variables,
    approved,
    ...(by === undefined ? {} : { by }),
    ...forWhom(command),
    ...(task === undefined ? {} : { task }),
  };
  if (!beginTaskListeners(run, inst, node, 'completing', more))
    finishTask(run, inst, node, { variables, approved, ...forWhom(command) });
}

/** The task of the key, or the oldest open task (D23). @throws CommandRejected when there is none */
export function findOpenTask(
  run: Run,
  key: number | undefined,
): { readonly inst: Instance; readonly node: UserTaskNode } {
  const inst = run.tree.instances.find(
    (item) => item.task && item.listens === undefined && (key === undefined || item.key === key),
  );
  const node = inst === undefined ? undefined : run.nodeOf(inst);
  if (inst === undefined || node?.kind !== 'userTask') {
    const which = key === undefined ? 'the run has no open task' : `the run has no open task ${key}`;
    throw new CommandRejected('no-such-task', which);
  }
  return { inst, node };
}

/** For whom a substitute decides. */
export const forWhom = ({ onBehalfOf }: Pick<CompleteTask, 'onBehalfOf'>): Pick<CompleteTask, 'onBehalfOf'> =>
  onBehalfOf === undefined ? {} : { onBehalfOf };

/** What a person entered at a task. `by`: the person, when another one gave the command of this step. */
type Entered = Pick<CompleteTask, 'variables' | 'approved' | 'by' | 'onBehalfOf'>;

/** Completes a task whose listeners, if it has any, have completed. */
export function finishTask(run: Run, inst: Instance, node: UserTaskNode, given: Entered): void {
  const { approved, by, ...entered } = given;
  delete inst.task;
  run.emit({
    type: 'closeTask',
    key: inst.key,
    outcome: 'completed',
    approved,
    ...(by === undefined ? {} : { by }),
    ...forWhom(given),
  });
  const { approved: _, ...variables } = entered.variables;
  if (!node.decision) {
    receive(run, inst, node.outputs, variables);
    complete(run, inst, node);
    return;
  }
  storeDecision(run, inst, approved);
  if (approved) follow(run, inst, node, variables);
  else reject(run, inst, node, variables);
  if (run.isAlive(inst)) setLocal(run, inst, { approved });
}

/** Stores `approved` in the scopes around the task and on its branch, whatever its mappings say. */
function storeDecision(run: Run, inst: Instance, approved: boolean): void {
  propagate(run, run.tree.parentOf(inst), { approved });
  carry(inst, approved);
  if (owns(inst.vars, 'approved')) setLocal(run, inst, { approved });
}

function follow(run: Run, inst: Instance, node: UserTaskNode, variables: CompleteTask['variables']): void {
  receive(run, inst, node.outputs, variables);
  complete(run, inst, node);
}

/** The diagram's own handling of the rejection, the nearest first; without any, the run ends in this step (D24). */
function reject(run: Run, inst: Instance, node: UserTaskNode, variables: CompleteTask['variables']): void {
  if (node.rejection === 'condition' || node.rejection === 'collection') {
    if (node.rejection === 'condition' && inst.nth !== undefined && node.loop?.type === 'multi') inst.rejected = true;
    follow(run, inst, node, variables);
    return;
  }
  const rejection = { type: 'error', code: REJECTED_CODE } as const;
  if (findCatcher(run, inst, rejection, true) === null) {
    propagate(run, inst, variables);
    run.history('rejected', inst);
    endRun(run, 'REJECTED');
    return;
  }
  throwCode(run, inst, rejection, { ...variables, approved: false }, true);
}

/**
 * A task that an incident stopped while it completed keeps its decision as a local variable. A retry stores it again, so that the
 * decision of another task is not used instead.
 */
export function restoreDecision(run: Run, inst: Instance): void {
  const approved = inst.vars?.approved;
  if (typeof approved === 'boolean') propagate(run, run.tree.parentOf(inst), { approved });
}
