import type { Flow, Node } from '../../model/node.js';
import { Failure } from '../core/failure.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { decisionOf } from '../variables/branch-decision.js';
import { decide } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';

export function isDecision(node: Node): boolean {
  return node.kind === 'exclusiveGateway' || node.kind === 'inclusiveGateway';
}

/**
 * The flows on which a completing element puts tokens. The conditions of a gateway are evaluated at the gateway. The conditions after
 * an activity are evaluated in the scope around it, because its local variables no longer exist, with the decision of its branch.
 * @throws Failure when no flow can be taken; ExpressionError for a condition that is not true or false
 */
export function chooseFlows(run: Run, inst: Instance, around: Instance, node: Node): readonly Flow[] {
  const { outgoing } = node;
  if (outgoing.length === 0) return outgoing;
  const view = isDecision(node) ? new ScopeView(run, inst) : new ScopeView(run, around, decisionOf(inst));
  switch (node.kind) {
    case 'exclusiveGateway':
      return outgoing.length === 1 && outgoing[0]?.condition === null ? outgoing : [chooseOne(run, view, node)];
    case 'parallelGateway':
    case 'eventGateway':
      return outgoing;
    default:
      return outgoing.every((flow) => flow.condition === null) && node.defaultFlow === null
        ? outgoing
        : chooseAll(run, view, node);
  }
}

function chooseOne(run: Run, view: ScopeView, node: Node): Flow {
  for (const flow of node.outgoing) {
    if (flow === node.defaultFlow) continue;
    if (flow.condition === null || decide(run, flow.condition, view)) return flow;
  }
  return node.defaultFlow ?? noFlow(node);
}

/** Every true or unconditional flow, and the default flow when no condition is true (BPMN 2.0, 13.2.1). */
function chooseAll(run: Run, view: ScopeView, node: Node): readonly Flow[] {
  let decided = false;
  const chosen = node.outgoing.filter((flow) => {
    if (flow === node.defaultFlow) return false;
    if (flow.condition === null) return true;
    const holds = decide(run, flow.condition, view);
    decided ||= holds;
    return holds;
  });
  if (!decided && node.defaultFlow !== null) return [...chosen, node.defaultFlow];
  return chosen.length > 0 ? chosen : noFlow(node);
}

function noFlow(node: Node): never {
  throw new Failure('no-flow', `no condition of the flows leaving ${node.id} is true and it has no default flow`);
}
