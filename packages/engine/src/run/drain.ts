import type { Node } from '../model/node.js';
import type { Pending } from '../state/run-state.js';
import { continueCompensation } from './control-flow/compensation.js';
import { arrive, fireInclusiveJoin, park, unstickJoins } from './control-flow/joins.js';
import { beginInner } from './control-flow/loops.js';
import { Failure } from './core/failure.js';
import { raise } from './core/incidents.js';
import { type Live, nodeIn, type Run } from './core/run.js';
import { fireConditions } from './events/conditions.js';
import { create, enter } from './lifecycle/lifecycle.js';

/** Consecutive steps that may end on the budget before the run counts as endless. */
export const MAX_SPINS = 50;

/**
 * Does all work inside the run: tokens first in order of arrival, then what depends on nothing else moving (conditional events,
 * inclusive joins). Stops at the budget with `scheduleContinue`; past MAX_SPINS every token left becomes an incident.
 */
export function drain(run: Run): void {
  do {
    for (let item = nextItem(run); item !== undefined; item = nextItem(run)) perform(run, item);
    if (run.waiting > 0) {
      giveUpTurn(run);
      return;
    }
  } while (run.ended === null && settleAll(run));
  run.spins = 0;
}

/** What depends on nothing else moving; returns whether there is work again. */
function settleAll(run: Run): boolean {
  return fireConditions(run) || fireInclusiveJoin(run) || unstickJoins(run);
}

function nextItem(run: Run): Pending | undefined {
  if (run.activations >= run.budget) return undefined;
  run.activations += 1;
  return run.take();
}

function perform(run: Run, item: Pending): void {
  const scope = run.scope(item.scope);
  switch (item.do) {
    case 'flow':
    case 'enter': {
      const { node, flow } = destination(run, scope, item);
      if (flow !== null && isJoin(node)) arrive(run, scope, node, flow);
      else enter(run, scope, node);
      return;
    }
    case 'loop':
      scope.live = (scope.live ?? 0) - 1;
      beginInner(run, scope, run.nodeOf(scope));
      return;
    case 'undo': {
      scope.live = (scope.live ?? 0) - 1;
      const thrower = run.find(item.inst);
      if (thrower !== undefined) continueCompensation(run, thrower);
    }
  }
}

function destination(run: Run, scope: Live, item: Extract<Pending, { do: 'flow' | 'enter' }>) {
  const model = run.modelOf(scope);
  if (item.do === 'enter') return { node: nodeIn(model, item.el), flow: null };
  const flow = model.flowById.get(item.flow);
  const node = flow === undefined ? undefined : model.nodes[flow.target];
  if (flow === undefined || node === undefined) throw new Error(`the model has no flow ${item.flow}`);
  run.flowTaken(scope, flow.id);
  return { node, flow };
}

function isJoin(node: Node): boolean {
  return (node.kind === 'parallelGateway' || node.kind === 'inclusiveGateway') && node.incoming.length > 1;
}

function giveUpTurn(run: Run): void {
  run.spins += 1;
  if (run.spins <= MAX_SPINS) {
    run.emit({ type: 'scheduleContinue' });
    return;
  }
  run.spins = 0;
  for (let left = run.waiting; left > 0; left -= 1) {
    const item = run.take();
    if (item !== undefined) stop(run, item);
  }
  if (settleAll(run) || run.waiting > 0) run.emit({ type: 'scheduleContinue' });
}

/** A token of an endless run comes to rest in an incident, from which a retry lets it go on. */
function stop(run: Run, item: Pending): void {
  const scope = run.scope(item.scope);
  const failure = new Failure(
    'endless-loop',
    `the run went on for ${MAX_SPINS} turns of ${run.budget} elements without ever waiting`,
  );
  if (item.do === 'loop' || item.do === 'undo') {
    scope.live = (scope.live ?? 0) - 1;
    const inst = item.do === 'loop' ? scope : run.find(item.inst);
    if (inst !== undefined) raise(run, inst, failure, 'spin');
    return;
  }
  const { node, flow } = destination(run, scope, item);
  const inst = flow !== null && isJoin(node) ? park(run, scope, node, flow) : create(run, scope, node);
  if (inst.incident === undefined) raise(run, inst, failure, 'spin');
}
