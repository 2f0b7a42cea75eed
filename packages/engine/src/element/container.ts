import type {
  AdHocInstanceNode,
  EventGatewayNode,
  EventSubProcessNode,
  Node,
  ProcessNode,
  SubProcessNode,
} from '../model/node.js';
import { waitsForAll } from '../model/triggers.js';
import { settle } from '../run/control-flow/ad-hoc.js';
import { attempt, Failure } from '../run/core/failure.js';
import { raiseIncident } from '../run/core/incidents.js';
import type { Instance } from '../run/core/instance-tree.js';
import { isLoopBody, nodeIn } from '../run/core/nodes.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete, completeIfEmpty, create } from '../run/lifecycle/lifecycle.js';
import { awaitEndListeners } from '../run/lifecycle/listeners.js';
import { closeWaits } from '../run/waits/waits.js';
import { finishCall } from './call-activity.js';

/** Opens the scope and puts a token on its start event, or on every element that starts without one. Completes an empty scope. */
export function openContainer(
  run: Run,
  inst: Instance,
  node: ProcessNode | SubProcessNode | EventSubProcessNode | AdHocInstanceNode,
): void {
  run.tree.openScope(inst);
  const { nodes } = run.modelOf(inst);
  const { entry, entryPart = 0 } = inst;
  delete inst.entry;
  delete inst.entryPart;
  if (entry !== undefined && node.kind === 'process') openAt(run, inst, entry, entryPart);
  else if (entry !== undefined) pushEntry(run, inst, nodeIn(run.modelOf(inst), entry));
  else {
    const entries = node.start === -1 ? node.implicit : [node.start];
    for (const index of entries) pushEntry(run, inst, nodes[index]);
  }
  if (inst.live === 0) completeIfEmpty(run, inst);
}

function pushEntry(run: Run, scope: Instance, node: Node | undefined): void {
  if (node !== undefined) run.tree.push(scope, { do: 'enter', el: node.id, scope: scope.key });
}

/**
 * Puts a token on the element whose event has started the run. An event-based gateway in front of it has decided already; a parallel
 * one waits for its other events too.
 */
function openAt(run: Run, scope: Instance, el: string, entryPart: number): void {
  const { nodes } = run.modelOf(scope);
  const node = nodeIn(run.modelOf(scope), el);
  const gateway = node.incoming.map(({ source }) => nodes[source]).find(isInstantiating);
  if (gateway !== undefined) {
    const passed = create(run, scope, gateway);
    run.history('completed', passed);
    run.tree.remove(passed);
    const taken = gateway.outgoing.filter((flow) => gateway.parallel || flow.target === node.index);
    for (const flow of taken) {
      run.flowTaken(scope, flow.id);
      if (flow.target !== node.index) pushEntry(run, scope, nodes[flow.target]);
    }
  }
  const part = node.kind === 'startEvent' && !waitsForAll(node.trigger) ? {} : { entryPart };
  run.tree.push(scope, { do: 'enter', el, scope: scope.key, ...part });
}

const isInstantiating = (node: Node | undefined): node is EventGatewayNode =>
  node?.kind === 'eventGateway' && node.instantiate;

/** Embedded sub-process: a scope that completes when its last token is consumed. */
export const subProcess: Behaviour<SubProcessNode> = {
  enter: openContainer,
  emptied(run, inst, node) {
    if (!isLoopBody(inst, node)) complete(run, inst, node);
  },
};

/** Event sub-process: runs beside or instead of the flow of its scope and has no outgoing flow. */
export const eventSubProcess: Behaviour<EventSubProcessNode> = {
  enter: openContainer,
  emptied(run, inst, node) {
    const scope = run.tree.parentOf(inst);
    complete(run, inst, node);
    if (scope.adHoc !== undefined && run.isAlive(scope)) settle(run, scope);
  },
};

/** A process: the root scope of the run, or the scope inside a call activity. */
export const process: Behaviour<ProcessNode> = {
  enter: openContainer,
  emptied(run, inst, node) {
    const awaits = attempt(() => awaitEndListeners(run, inst, node));
    if (awaits instanceof Failure) raiseIncident(run, inst, awaits, 'out');
    if (awaits !== false) return;
    closeWaits(run, inst);
    run.history('completed', inst);
    if (inst.up === 0) run.end('COMPLETED');
    else finishCall(run, inst);
  },
};
