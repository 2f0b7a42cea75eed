import type { ComplexGatewayNode, Flow } from '../../model/node.js';
import { attempt, Failure } from '../core/failure.js';
import { raiseIncident, resolveIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { activates, chooseAtReset } from '../lifecycle/flows.js';
import { activate, complete, completeIfEmpty, create } from '../lifecycle/lifecycle.js';
import { decisionOf } from '../variables/branch-decision.js';
import { expectsNothing } from './upstream.js';

/**
 * A complex gateway (BPMN 2.0, 13.4.5) with new tokens. When its activation condition is true, it consumes one token of each flow that
 * has one and takes its outgoing flows; from then on it waits for its reset. Tokens that arrive meanwhile stay on their flows.
 */
export function activateComplex(run: Run, join: Instance, node: ComplexGatewayNode): void {
  if (join.fired !== undefined) return;
  const ready = attempt(() => activates(run, join, node));
  if (ready instanceof Failure) {
    if (join.incident === undefined) raiseIncident(run, join, ready, 'join');
    return;
  }
  if (!ready) return;
  const scope = run.tree.parentOf(join);
  const taken = node.incoming.filter((flow) => waiting(join, flow) > 0);
  const got = consume(join, node, taken);
  delete join.got;
  resolveIncident(run, join);
  // The reset is not a new execution of the gateway, so it has no history.
  const fired = taken.map(({ id }) => id);
  run.tree.add({ key: run.key(), el: node.id, up: scope.key, got, fired }, scope);
  // Its start listeners come before the gateway decides.
  if (node.listeners === null) complete(run, join, node);
  else activate(run, join, node);
}

/** Resets a complex gateway on whose other flows no token is expected any more, if there is one. Called when no token moves. */
export function resetComplexGateway(run: Run): boolean {
  for (const join of run.tree.instances) {
    if (join.fired === undefined || join.incident !== undefined) continue;
    const node = run.nodeOf(join);
    if (node.kind !== 'complexGateway') continue;
    const others = run.tree.childrenOf(run.tree.parentOf(join)).filter((other) => other !== join);
    const places = others.map((other) => run.nodeOf(other).index);
    const isFilled = (flow: Flow): boolean => waiting(join, flow) > 0 || join.fired?.includes(flow.id) === true;
    if (!expectsNothing(node, places, isFilled)) continue;
    reset(run, join, node);
    return true;
  }
  return false;
}

/** Resets a complex gateway whose other tokens can never come, because only joins are left in its scope. */
export function forceReset(run: Run, join: Instance): boolean {
  const node = run.nodeOf(join);
  if (join.fired === undefined || join.incident !== undefined || node.kind !== 'complexGateway') return false;
  reset(run, join, node);
  return true;
}

/** Consumes a token of every flow that had none at the activation. Tokens that are left begin the next round. */
function reset(run: Run, join: Instance, node: ComplexGatewayNode): void {
  const flows = attempt(() => chooseAtReset(run, join, node));
  if (flows instanceof Failure) {
    raiseIncident(run, join, flows, 'join');
    return;
  }
  const scope = run.tree.parentOf(join);
  const late = node.incoming.filter((flow) => join.fired?.includes(flow.id) !== true && waiting(join, flow) > 0);
  const got = consume(join, node, late);
  run.tree.remove(join);
  for (const flow of flows) run.tree.push(scope, { do: 'flow', flow: flow.id, scope: scope.key, ...decisionOf(join) });
  if (Object.keys(got).length > 0) activateComplex(run, create(run, scope, node, { got }), node);
  completeIfEmpty(run, scope);
}

function waiting(join: Instance, flow: Flow): number {
  return join.got?.[flow.id] ?? 0;
}

/** The tokens that are left when one of each of `flows` is consumed. */
function consume(join: Instance, node: ComplexGatewayNode, flows: readonly Flow[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    node.incoming
      .map((flow): [string, number] => [flow.id, waiting(join, flow) - (flows.includes(flow) ? 1 : 0)])
      .filter(([, count]) => count > 0),
  );
}
