import type { Node } from '../model/node.js';
import { type Command, CommandRejected } from '../protocol/command.js';
import type { Instance } from '../run/core/instance-tree.js';
import { isLoopBody, nodeIn } from '../run/core/nodes.js';
import type { Run } from '../run/core/run.js';
import { cancel } from '../run/lifecycle/lifecycle.js';
import { decisionOf, forgetDecisions } from '../run/variables/branch-decision.js';
import { owns } from '../run/variables/scope-view.js';
import { propagate, setLocal } from '../run/variables/variables.js';

/**
 * Sets variables, as in Camunda 8: each in the innermost scope from the named one outwards that has it, else on the process; `local`
 * sets all of them on the named scope itself.
 */
export function setVariables(run: Run, command: Extract<Command, { type: 'setVariables' }>): void {
  const scope = command.scopeKey === undefined ? run.tree.root : run.tree.find(command.scopeKey);
  if (scope === undefined) throw new CommandRejected('no-such-scope', `the run has no scope ${command.scopeKey}`);
  if (command.local === true) setLocal(run, scope, command.variables);
  else propagate(run, scope, command.variables);
  if (owns(command.variables, 'approved')) forgetDecisions(run, scope);
}

/**
 * Repair: cancels one element instance and enters another element of the same scope, or of an enclosing scope. Scopes that this
 * leaves empty are cancelled too.
 * @throws CommandRejected when the instance cannot be moved or the element cannot be entered
 */
export function moveToken(run: Run, command: Extract<Command, { type: 'moveToken' }>): void {
  const inst = run.tree.find(command.key);
  if (inst === undefined)
    throw new CommandRejected('no-such-instance', `the run has no element instance ${command.key}`);
  if (inst.up === 0 || inst.model !== undefined || inst.nth !== undefined || inst.undoFor !== undefined) {
    throw new CommandRejected(
      'cannot-move',
      'a process, an inner instance of a loop and a compensation handler cannot be moved',
    );
  }
  if (run.nodeOf(inst).kind === 'adHocInstance')
    throw new CommandRejected('cannot-move', 'move the element inside the ad-hoc sub-process instead of its scope');
  const target = nodeIn(run.modelOf(inst), command.toElementId);
  if (!isEnterable(target)) {
    throw new CommandRejected('cannot-move', `${target.id} cannot be entered: it is a ${target.kind}`);
  }
  const scope = targetScope(run, inst, target);
  run.history('moved', inst);
  let leaving = inst;
  while (leaving.up !== scope.key) {
    const parent = run.tree.parentOf(leaving);
    if (parent.live !== 1) break;
    leaving = parent;
  }
  cancel(run, leaving);
  run.tree.push(scope, { do: 'enter', el: target.id, scope: scope.key, ...decisionOf(inst) });
}

function isEnterable(node: Node): boolean {
  if ('isHandler' in node && node.isHandler) return false;
  return (
    node.kind !== 'process' &&
    node.kind !== 'adHocInstance' &&
    node.kind !== 'eventSubProcess' &&
    node.kind !== 'boundaryEvent' &&
    node.kind !== 'startEvent'
  );
}

/** The innermost scope around the instance that contains the target. @throws CommandRejected when there is none */
function targetScope(run: Run, inst: Instance, target: Node): Instance {
  let at = run.tree.parentOf(inst);
  for (;;) {
    const node = run.nodeOf(at);
    if (node.index === target.container && !isLoopBody(at, node)) return at;
    // The loop would wait for ever for an inner instance that was moved out of it.
    if (at.model !== undefined || at.up === 0 || at.nth !== undefined) break;
    at = run.tree.parentOf(at);
  }
  throw new CommandRejected('cannot-move', `${target.id} is not in the scope of ${inst.el} or a scope around it`);
}
