import type { AdHocInstanceNode, EventSubProcessNode, ProcessNode, SubProcessNode } from '../model/node.js';
import { settle } from '../run/control-flow/ad-hoc.js';
import type { Instance } from '../run/core/instance-tree.js';
import { isLoopBody } from '../run/core/nodes.js';
import type { Behaviour, Run } from '../run/core/run.js';
import { complete, completeIfEmpty } from '../run/lifecycle/lifecycle.js';
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
  const entry = inst.entry ?? nodes[node.start]?.id;
  delete inst.entry;
  const entries = entry === undefined ? node.implicit.map((index) => nodes[index]?.id) : [entry];
  for (const el of entries) if (el !== undefined) run.tree.push(inst, { do: 'enter', el, scope: inst.key });
  if (inst.live === 0) completeIfEmpty(run, inst);
}

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
  emptied(run, inst) {
    closeWaits(run, inst);
    run.history('completed', inst);
    if (inst.up === 0) run.end('COMPLETED');
    else finishCall(run, inst);
  },
};
