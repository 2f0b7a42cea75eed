import type { ComplexGatewayNode, Flow, Node } from '../../model/node.js';
import { Failure } from '../core/failure.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { decisionOf } from '../variables/branch-decision.js';
import { decide } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';

export function isDecision(node: Node): boolean {
  return node.kind === 'exclusiveGateway' || node.kind === 'inclusiveGateway' || node.kind === 'complexGateway';
}

/**
 * The flows on which a completing element puts tokens. The conditions of a gateway are evaluated at the gateway. The conditions after
 * an activity are evaluated in the scope around it, because its local variables no longer exist, with the decision of its branch.
 * @throws Failure when no flow can be taken; ExpressionError for a condition that is not true or false
 */
export function chooseFlows(run: Run, inst: Instance, around: Instance, node: Node): readonly Flow[] {
  const { outgoing } = node;
  if (outgoing.length === 0) return outgoing;
  if (node.kind === 'complexGateway') return chooseAll(run, new ScopeView(run, inst, STARTING), node);
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

/** The state of a complex gateway, as its expressions read it (BPMN 2.0, 13.4.5). */
const WAITING_FOR_START = 'waitingForStart';
const STARTING = { [WAITING_FOR_START]: true };

/**
 * The flows that a complex gateway takes at its reset: those whose true condition reads `waitingForStart`. Other conditions have
 * decided at its activation already.
 * @throws ExpressionError for a condition that is not true or false
 */
export function chooseAtReset(run: Run, inst: Instance, node: Node): readonly Flow[] {
  const view = new ScopeView(run, inst, { [WAITING_FOR_START]: false });
  return node.outgoing.filter(
    ({ condition }) => condition?.variables.has(WAITING_FOR_START) === true && decide(run, condition, view),
  );
}

/**
 * Whether the tokens that wait on the incoming flows activate a complex gateway.
 * @throws ExpressionError when the activation condition is not true or false
 */
export function activates(run: Run, inst: Instance, node: ComplexGatewayNode): boolean {
  if (node.activation === null) return true;
  const activationCount = Object.values(inst.got ?? {}).reduce((sum, count) => sum + count, 0);
  return decide(run, node.activation, new ScopeView(run, inst, { ...STARTING, activationCount }));
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
