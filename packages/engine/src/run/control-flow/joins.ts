import type { ActivityNode, Flow, InclusiveGatewayNode, Node } from '../../model/node.js';
import { Failure } from '../core/failure.js';
import { raiseIncident, resolveIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { activate, complete, create } from '../lifecycle/lifecycle.js';
import { activateComplex, forceReset } from './complex-gateway.js';
import { expectsNothing } from './upstream.js';

/**
 * A token reaches a gateway with several incoming flows, or an activity that needs several tokens. They wait in one instance for each
 * element and scope.
 */
export function receiveToken(run: Run, scope: Instance, node: Node, flow: Flow): void {
  const join = addToken(run, scope, node, flow);
  fireIfReady(run, join, node);
}

/** Adds a token to a join without checking whether the join can fire. Returns the join. */
export function addToken(run: Run, scope: Instance, node: Node, flow: Flow): Instance {
  const known = run.tree.childrenOf(scope).find((child) => child.el === node.id && child.got !== undefined);
  if (known === undefined) return create(run, scope, node, { got: { [flow.id]: 1 } });
  known.got = { ...known.got, [flow.id]: (known.got?.[flow.id] ?? 0) + 1 };
  return known;
}

/** Fires what waits for tokens, if it has enough of them. Inclusive joins with empty flows fire when no token moves. */
export function fireIfReady(run: Run, join: Instance, node = run.nodeOf(join)): void {
  if (node.kind === 'complexGateway') activateComplex(run, join, node);
  else if ('startQuantity' in node) fireActivity(run, join, node);
  else if (isFull(join, node)) fireJoin(run, run.tree.parentOf(join), join, node);
}

/** Whether tokens wait at the element: a join, a complex gateway, or an activity that needs several tokens. */
export function holdsTokens(node: Node): boolean {
  if (node.kind === 'complexGateway') return node.incoming.length > 1 || node.activation !== null;
  if (needsTokens(node)) return true;
  return (node.kind === 'parallelGateway' || node.kind === 'inclusiveGateway') && node.incoming.length > 1;
}

const needsTokens = (node: Node): node is ActivityNode => 'startQuantity' in node && node.startQuantity > 1;

/** The activity begins with its last token, whichever flows they came on (BPMN 2.0, 10.3: startQuantity). */
function fireActivity(run: Run, waitingInst: Instance, node: ActivityNode): void {
  if (tokensAt(waitingInst) < node.startQuantity) return;
  delete waitingInst.got;
  resolveIncident(run, waitingInst);
  activate(run, waitingInst, node);
}

export function tokensAt(join: Instance): number {
  return Object.values(join.got ?? {}).reduce((sum, count) => sum + count, 0);
}

function isFull(join: Instance, node: Node): boolean {
  return node.incoming.every((flow) => waiting(join, flow) > 0);
}

function waiting(join: Instance, flow: Flow): number {
  return join.got?.[flow.id] ?? 0;
}

/** Consumes one token of every flow that has one, and repeats it while all flows have one. The rest waits in a new instance. */
function fireJoin(run: Run, scope: Instance, first: Instance, node: Node): void {
  let join: Instance | null = first;
  while (join !== null) {
    const firing: Instance = join;
    const left = node.incoming
      .map((flow): [string, number] => [flow.id, waiting(firing, flow) - 1])
      .filter(([, count]) => count > 0);
    delete firing.got;
    resolveIncident(run, firing);
    join = null;
    if (left.length > 0) {
      const rest = create(run, scope, node, { got: Object.fromEntries(left) });
      if (isFull(rest, node)) join = rest;
    }
    // Its start listeners come before the gateway decides.
    if (node.listeners === null) complete(run, firing, node);
    else activate(run, firing, node);
  }
}

/**
 * Fires one inclusive join that no further token can reach, if there is one. Called when no token moves. Returns whether a join
 * fired.
 */
export function fireInclusiveJoin(run: Run): boolean {
  for (const join of run.tree.instances) {
    if (join.got === undefined || join.incident !== undefined) continue;
    const node = run.nodeOf(join);
    if (node.kind !== 'inclusiveGateway') continue;
    const scope = run.tree.parentOf(join);
    if (!canFire(run, scope, join, node)) continue;
    fireJoin(run, scope, join, node);
    return true;
  }
  return false;
}

/**
 * BPMN 2.0, 13.4.3: no token elsewhere can reach an empty incoming flow, except tokens that can also reach a filled one.
 */
function canFire(run: Run, scope: Instance, join: Instance, node: InclusiveGatewayNode): boolean {
  const places = run.tree
    .childrenOf(scope)
    .filter((other) => other !== join)
    .map((other) => run.nodeOf(other).index);
  return expectsNothing(node, places, (flow) => waiting(join, flow) > 0);
}

/**
 * In a scope that holds only joins no token can move. Its oldest inclusive join fires, because two of them may wait for each other; a
 * parallel join becomes an incident. Returns whether a join fired.
 */
export function resolveStuckJoins(run: Run): boolean {
  const joins = new Map<number, Instance[]>();
  for (const item of run.tree.instances) {
    if (item.got === undefined) continue;
    const group = joins.get(item.up);
    if (group === undefined) joins.set(item.up, [item]);
    else group.push(item);
  }
  for (const [key, group] of joins) {
    const scope = run.tree.find(key);
    if (scope === undefined || scope.live !== group.length) continue;
    const inclusive = group.find((join) => run.nodeOf(join).kind === 'inclusiveGateway' && join.incident === undefined);
    if (inclusive !== undefined) {
      fireJoin(run, scope, inclusive, run.nodeOf(inclusive));
      return true;
    }
    if (group.some((join) => forceReset(run, join))) return true;
    for (const join of group) {
      if (join.incident === undefined) raiseIncident(run, join, new Failure('stuck-join', describe(run, join)), 'join');
    }
  }
  return false;
}

function describe(run: Run, join: Instance): string {
  const node = run.nodeOf(join);
  const tokens = tokensAt(join);
  if (node.kind === 'complexGateway')
    return `${join.el} has ${tokens} of ${node.incoming.length} tokens and its activation condition is not true, but no token can reach it any more`;
  if (needsTokens(node))
    return `${join.el} needs ${node.startQuantity} tokens to start and has ${tokens}, but no token can reach it any more`;
  const missing = node.incoming.filter((flow) => waiting(join, flow) === 0);
  return `${join.el} waits for a token on ${missing.map((flow) => flow.id).join(', ')}, but no token can reach it any more`;
}
