import type { BoundaryEventNode, EventSubProcessNode, Node } from '../../model/node.js';
import type { Variables, Wait } from '../../state/run-state.js';
import { nextDue } from '../../time/due.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { activate, cancel, cancelContents, complete, create, enterTriggered } from '../lifecycle/lifecycle.js';
import { receive, setLocal } from '../variables/variables.js';
import { closeWaits, consumeWait, eventOf, reopenTimer, replaceWait } from '../waits/waits.js';

/** The event of a wait has happened: the waiting instance continues, with the variables of the event. */
export function trigger(run: Run, inst: Instance, wait: Wait, variables: Variables): void {
  const event = eventOf(run, inst, wait);
  if (event.kind === 'boundaryEvent') {
    settleWait(run, inst, wait, event.interrupting);
    triggerBoundary(run, inst, event, variables);
    return;
  }
  if (event.kind === 'startEvent') {
    const sub = run.modelOf(inst).nodes[event.container];
    if (sub?.kind !== 'eventSubProcess') throw new Error(`the wait ${wait.key} belongs to no event sub-process`);
    settleWait(run, inst, wait, sub.interrupting);
    triggerEventSubProcess(run, inst, sub, variables);
    return;
  }
  consumeWait(run, inst, wait);
  const node = run.nodeOf(inst);
  if (node.kind === 'eventGateway') triggerGateway(run, inst, node, event, variables);
  else {
    receive(run, inst, node.outputs, variables);
    complete(run, inst, node);
  }
}

/** Closes the wait of an interrupting event. Other waits stay open, and a cycle gets its next timer. */
function settleWait(run: Run, inst: Instance, wait: Wait, interrupting: boolean): void {
  if (wait.on === 'timer') {
    consumeWait(run, inst, wait);
    const { due = run.now, left, every } = wait;
    const next =
      interrupting || left === undefined || every === undefined ? null : nextDue({ due, left, every }, run.now);
    if (next !== null) reopenTimer(run, inst, wait.el, next);
  } else if (interrupting) consumeWait(run, inst, wait);
  else if (wait.on === 'condition') replaceWait(inst, { ...wait, was: true });
}

/** Takes the flow from an event-based gateway to the event that happened, and closes the waits for the other events. */
function triggerGateway(run: Run, inst: Instance, node: Node, event: Node, variables: Variables): void {
  const scope = run.tree.parentOf(inst);
  closeWaits(run, inst);
  run.history('completed', inst);
  run.tree.remove(inst);
  const flow = node.outgoing.find((candidate) => candidate.target === event.index);
  if (flow !== undefined) run.flowTaken(scope, flow.id);
  enterTriggered(run, scope, event, variables, inst);
}

/** Triggers a boundary event, also for errors and escalations. An interrupting event cancels its activity in the same step. */
export function triggerBoundary(run: Run, host: Instance, event: BoundaryEventNode, variables: Variables): void {
  const scope = run.tree.parentOf(host);
  if (event.interrupting) cancel(run, host);
  enterTriggered(run, scope, event, variables, host);
}

/** Starts an event sub-process. An interrupting one cancels everything in its scope, and no other can start after it. */
export function triggerEventSubProcess(
  run: Run,
  scope: Instance,
  sub: EventSubProcessNode,
  variables: Variables,
): void {
  if (sub.interrupting) {
    cancelContents(run, scope);
    const model = run.modelOf(scope);
    closeWaits(run, scope, (wait) => model.nodeById.get(wait.el)?.kind === 'startEvent');
    scope.cut = true;
  }
  const inst = create(run, scope, sub);
  setLocal(run, inst, variables);
  activate(run, inst, sub);
}
