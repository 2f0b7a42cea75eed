import type { Pending } from '../state/run-state.js';
import { createActivation } from './control-flow/ad-hoc.js';
import { continueCompensation } from './control-flow/compensation.js';
import { resetComplexGateway } from './control-flow/complex-gateway.js';
import { addToken, fireInclusiveJoin, holdsTokens, receiveToken, resolveStuckJoins } from './control-flow/joins.js';
import { beginInner } from './control-flow/loops.js';
import { Failure } from './core/failure.js';
import { raiseIncident } from './core/incidents.js';
import type { Instance } from './core/instance-tree.js';
import { nodeIn } from './core/nodes.js';
import type { Run } from './core/run.js';
import { awaitsConditions, fireConditions } from './events/conditions.js';
import { activate, create, enter } from './lifecycle/lifecycle.js';
import { decisionOf } from './variables/branch-decision.js';

/** Consecutive steps that may end on the budget before the run counts as endless. */
export const MAX_BUDGET_EXHAUSTIONS = 50;

/**
 * Does all pending work inside the run: tokens first, in order of arrival; when no token moves, conditional events and joins. Stops
 * at the budget of activations or of expressions with `scheduleContinue`; after MAX_BUDGET_EXHAUSTIONS such steps every remaining token becomes an incident.
 */
export function drain(run: Run): void {
  const performItem = (scope: Instance, item: Pending): void => perform(run, scope, item);
  do {
    while (performNext(run, performItem));
    if (run.tree.waiting > 0 || (run.expressions.isUsedUp && awaitsConditions(run))) {
      yieldOrFail(run);
      return;
    }
  } while (run.ended === null && settleAll(run));
  run.budgetExhaustions = 0;
}

/** Triggers what waits until no token moves; returns whether that made new work. */
function settleAll(run: Run): boolean {
  return fireConditions(run) || fireInclusiveJoin(run) || resetComplexGateway(run) || resolveStuckJoins(run);
}

function performNext(run: Run, performItem: (scope: Instance, item: Pending) => void): boolean {
  if (run.activations >= run.budget || run.expressions.isUsedUp) return false;
  run.activations += 1;
  return run.tree.take(performItem);
}

function perform(run: Run, scope: Instance, item: Pending): void {
  switch (item.do) {
    case 'flow':
    case 'enter': {
      const { node, flow } = destination(run, scope, item);
      if (flow !== null && holdsTokens(node)) receiveToken(run, scope, node, flow);
      else enter(run, scope, node, carriedBy(item));
      return;
    }
    case 'activate': {
      const inner = createActivation(run, scope, item);
      activate(run, inner, run.nodeOf(inner));
      return;
    }
    case 'loop':
      beginInner(run, scope, run.nodeOf(scope));
      return;
    case 'undo': {
      const thrower = run.tree.find(item.inst);
      if (thrower !== undefined) continueCompensation(run, thrower);
      return;
    }
  }
}

function destination(run: Run, scope: Instance, item: Extract<Pending, { do: 'flow' | 'enter' }>) {
  const model = run.modelOf(scope);
  if (item.do === 'enter') return { node: nodeIn(model, item.el), flow: null };
  const flow = model.flowById.get(item.flow);
  const node = flow === undefined ? undefined : model.nodes[flow.target];
  if (flow === undefined || node === undefined) throw new Error(`the model has no flow ${item.flow}`);
  run.flowTaken(scope, flow.id);
  return { node, flow };
}

/** What a token hands to the instance that it becomes. */
function carriedBy(item: Extract<Pending, { do: 'flow' | 'enter' }>) {
  if (item.do === 'flow') return decisionOf(item);
  const { entryPart, vars } = item;
  return {
    ...decisionOf(item),
    ...(entryPart === undefined ? {} : { entryPart }),
    ...(vars === undefined ? {} : { vars }),
  };
}

/** Ends a step that has used up its budget: the server continues the run, or the run fails as endless. */
function yieldOrFail(run: Run): void {
  run.budgetExhaustions += 1;
  if (run.budgetExhaustions <= MAX_BUDGET_EXHAUSTIONS) {
    run.emit({ type: 'scheduleContinue' });
    return;
  }
  run.budgetExhaustions = 0;
  for (let left = run.tree.waiting; left > 0; left -= 1)
    run.tree.take((scope, item) => failAsEndless(run, scope, item));
  if (settleAll(run) || run.tree.waiting > 0) run.emit({ type: 'scheduleContinue' });
}

/** Turns a token of an endless run into an incident; a retry lets the token continue. */
function failAsEndless(run: Run, scope: Instance, item: Pending): void {
  const failure = new Failure(
    'endless-loop',
    `the run went on for ${MAX_BUDGET_EXHAUSTIONS} turns of ${run.budget} elements without ever waiting`,
  );
  if (item.do === 'loop' || item.do === 'undo') {
    const inst = item.do === 'loop' ? scope : run.tree.find(item.inst);
    if (inst !== undefined) raiseIncident(run, inst, failure, 'spin');
    return;
  }
  if (item.do === 'activate') {
    raiseIncident(run, createActivation(run, scope, item), failure, 'spin');
    return;
  }
  const { node, flow } = destination(run, scope, item);
  const inst =
    flow !== null && holdsTokens(node) ? addToken(run, scope, node, flow) : create(run, scope, node, carriedBy(item));
  if (inst.incident === undefined) raiseIncident(run, inst, failure, 'spin');
}
