import type { Node } from '../../model/node.js';
import { actionsIn } from '../../model/triggers.js';
import type { InstanceState, Variables } from '../../state/run-state.js';
import { attempt, Failure } from '../core/failure.js';
import { dropHeld } from '../core/held-work.js';
import { raiseIncident, resolveIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import { isLoopBody } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { decisionOf } from '../variables/branch-decision.js';
import { ScopeView } from '../variables/scope-view.js';
import { applyInputs, applyOutputs, receive } from '../variables/variables.js';
import { closeWaits, openWaits, planAttached } from '../waits/waits.js';
import { recordCompletion } from './completions.js';
import { chooseFlows, isDecision } from './flows.js';
import { awaitEndListeners, awaitListenersOfLoop, awaitStartListeners } from './listeners.js';

/** A new instance of `node` in `scope`. */
export function create(
  run: Run,
  scope: Instance,
  node: Node,
  extra: Omit<InstanceState, 'key' | 'el' | 'up'> = {},
): Instance {
  const inst: Instance = { key: run.key(), el: node.id, up: scope.key, ...extra };
  run.tree.add(inst, scope);
  run.history('entered', inst);
  return inst;
}

/**
 * Begins the work of an instance, or begins it again after an incident: input mappings, then the element's own work, then the waits
 * of its boundary events and event sub-processes. Everything that can fail is done before the first effect.
 */
export function activate(run: Run, inst: Instance, node: Node): void {
  const isBody = isLoopBody(inst, node);
  const outcome = attempt(() => {
    if (!isBody && inst.listens === undefined) applyInputs(run, inst, node.inputs);
    const listen = isBody ? awaitListenersOfLoop : awaitStartListeners;
    if (listen(run, inst, node)) return [];
    const planned = planAttached(run, inst, node);
    if (isBody) run.delegates.beginLoop(run, inst, node);
    else run.delegates.behaviourOf(node).enter(run, inst, node);
    if (inst.listens?.on === 'start' || inst.listens?.on === 'beforeAll') delete inst.listens;
    return planned;
  });
  if (outcome instanceof Failure) raiseIncident(run, inst, outcome, 'in');
  else if (run.isAlive(inst)) openWaits(run, inst, outcome);
}

/** Creates and activates. */
export function enter(
  run: Run,
  scope: Instance,
  node: Node,
  extra: Omit<InstanceState, 'key' | 'el' | 'up'> = {},
): void {
  activate(run, create(run, scope, node, extra), node);
}

/**
 * Enters and completes an event that has just triggered, with the variables it received.
 * @param from the instance at which the event waited, whose branch goes on
 */
export function enterTriggered(run: Run, scope: Instance, node: Node, variables: Variables, from: Instance): void {
  const inst = create(run, scope, node, decisionOf(from));
  receive(run, inst, node.outputs, variables);
  complete(run, inst, node);
}

/**
 * Completes an instance: output mappings, closing of waits, tokens onto the outgoing flows, and completion of its scope when this was
 * its last instance. When a mapping or condition fails, the instance stays with an incident, and a retry completes it again.
 */
export function complete(run: Run, inst: Instance, node: Node): void {
  const scope = run.tree.parentOf(inst);
  const isBody = isLoopBody(inst, node);
  const outcome = attempt(() => {
    if (!isBody && inst.listens?.on !== 'end') applyOutputs(run, inst, node.outputs);
    if (!isBody && awaitEndListeners(run, inst, node)) return null;
    const isInner = inst.nth !== undefined || node.kind === 'adHocInstance';
    const inner = isInner ? run.delegates.collectInner(run, inst, node) : null;
    const flows = inner === null && inst.undoFor === undefined ? chooseFlows(run, inst, scope, node) : [];
    return { inner, flows };
  });
  if (outcome instanceof Failure) {
    if (isDecision(node)) keepDecision(run, inst);
    raiseIncident(run, inst, outcome, 'out');
    return;
  }
  if (outcome === null) return;
  closeWaits(run, inst);
  run.history('completed', inst);
  recordCompletion(run, scope, inst, node);
  run.tree.remove(inst);
  if (outcome.inner !== null) {
    run.delegates.innerDone(run, scope, node, outcome.inner);
  } else if (inst.undoFor !== undefined) {
    run.delegates.handlerDone(run, inst.undoFor);
    completeIfEmpty(run, scope);
  } else {
    const jump = linkTarget(run, inst, node);
    if (jump !== null) run.tree.push(scope, { do: 'enter', el: jump, scope: scope.key, ...decisionOf(inst) });
    const tokens = 'completionQuantity' in node ? node.completionQuantity : 1;
    for (let token = 0; token < tokens; token += 1) {
      for (const flow of outcome.flows)
        run.tree.push(scope, { do: 'flow', flow: flow.id, scope: scope.key, ...decisionOf(inst) });
    }
    completeIfEmpty(run, scope);
  }
}

/** The id of the link catch event at which a link throw event continues. */
function linkTarget(run: Run, inst: Instance, node: Node): string | null {
  if (node.kind !== 'throwEvent') return null;
  const link = actionsIn(node.action).find((action) => action.type === 'link');
  return link === undefined ? null : (run.modelOf(inst).nodes[link.target]?.id ?? null);
}

/** A gateway that could not decide keeps the value of `approved`, because another task may write a later one before the retry. */
function keepDecision(run: Run, inst: Instance): void {
  const view = new ScopeView(run, inst);
  if (view.has('approved')) inst.vars = { ...inst.vars, approved: view.get('approved') };
}

/** Completes a scope that holds nothing any more. */
export function completeIfEmpty(run: Run, scope: Instance): void {
  if (scope.live !== 0 || !run.isAlive(scope)) return;
  const node = run.nodeOf(scope);
  if (isLoopBody(scope, node)) return;
  run.delegates.behaviourOf(node).emptied?.(run, scope, node);
}

/** Cancels an instance and everything inside it: the youngest first, children before their scope. */
export function cancel(run: Run, inst: Instance): void {
  cancelContents(run, inst);
  closeWaits(run, inst);
  if (inst.job !== undefined) run.emit({ type: 'closeJob', key: inst.job, outcome: 'cancelled' });
  if (inst.task) run.emit({ type: 'closeTask', key: inst.key, outcome: 'cancelled' });
  resolveIncident(run, inst);
  dropHeld(run, (held) => held.inst === inst.key);
  // What is left of an element that has completed has no history.
  if (inst.fired === undefined && !inst.detached) run.history('cancelled', inst);
  run.tree.remove(inst);
}

/** Cancels every instance and token inside a scope, except the instance `spared`. */
export function cancelContents(run: Run, scope: Instance, spared?: Instance): void {
  if (scope.live === undefined) return;
  for (const child of run.tree.childrenOf(scope).reverse()) if (child !== spared) cancel(run, child);
  run.tree.dropWork(scope);
}
