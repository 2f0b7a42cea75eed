import type { Flow, InclusiveGatewayNode, Node } from '../../model/node.js';
import { Failure } from '../core/failure.js';
import { raiseIncident, resolveIncident } from '../core/incidents.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { complete, create } from '../lifecycle/lifecycle.js';

/** A token reaches a gateway with several incoming flows. Tokens wait in one instance for each gateway and scope. */
export function receiveToken(run: Run, scope: Instance, node: Node, flow: Flow): void {
  const join = addToken(run, scope, node, flow);
  if (isFull(join, node)) fireJoin(run, scope, join, node);
}

/** Adds a token to a join without checking whether the join can fire. Returns the join. */
export function addToken(run: Run, scope: Instance, node: Node, flow: Flow): Instance {
  const known = run.tree.childrenOf(scope).find((child) => child.el === node.id && child.got !== undefined);
  if (known === undefined) return create(run, scope, node, { got: { [flow.id]: 1 } });
  known.got = { ...known.got, [flow.id]: (known.got?.[flow.id] ?? 0) + 1 };
  return known;
}

/** Fires the join if it has a token on every incoming flow. */
export function fireIfFull(run: Run, join: Instance): void {
  const node = run.nodeOf(join);
  if (isFull(join, node)) fireJoin(run, run.tree.parentOf(join), join, node);
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
    complete(run, firing, node);
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
  const upstream = node.upstream();
  const filled = upstream.filter((_, index) => isFilled(join, node, index));
  const empty = upstream.filter((_, index) => !isFilled(join, node, index));
  for (const other of run.tree.childrenOf(scope)) {
    if (other === join) continue;
    const { index } = run.nodeOf(other);
    const reaches = (paths: { readonly nodes: ReadonlySet<number> }): boolean => paths.nodes.has(index);
    if (empty.some(reaches) && !filled.some(reaches)) return false;
  }
  return true;
}

function isFilled(join: Instance, node: InclusiveGatewayNode, index: number): boolean {
  const flow = node.incoming[index];
  return flow !== undefined && waiting(join, flow) > 0;
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
    for (const join of group) {
      if (join.incident === undefined) raiseIncident(run, join, new Failure('stuck-join', describe(run, join)), 'join');
    }
  }
  return false;
}

function describe(run: Run, join: Instance): string {
  const missing = run.nodeOf(join).incoming.filter((flow) => waiting(join, flow) === 0);
  return `${join.el} waits for a token on ${missing.map((flow) => flow.id).join(', ')}, but no token can reach it any more`;
}
