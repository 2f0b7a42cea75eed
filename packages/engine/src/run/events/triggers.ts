import type { BoundaryEventNode, EventSubProcessNode, Node } from '../../model/node.js';
import { waitsForAll } from '../../model/triggers.js';
import type { Variables, Wait } from '../../state/run-state.js';
import { type Due, nextDue } from '../../time/due.js';
import { attempt, Failure } from '../core/failure.js';
import type { Instance } from '../core/instance-tree.js';
import type { Run } from '../core/run.js';
import { activate, cancel, cancelContents, complete, create, enterTriggered } from '../lifecycle/lifecycle.js';
import { receive, setLocal } from '../variables/variables.js';
import {
  closeWaits,
  consumeWait,
  eventOf,
  isOpen,
  keepForOthers,
  openWaits,
  reopenTimer,
  replaceWait,
  triggerOfWait,
} from '../waits/waits.js';

/**
 * What a wait is for has occurred: the waiting instance continues, with the variables of the event. An event that waits for all of its
 * definitions continues with the last of them, and with the variables of all.
 */
export function trigger(run: Run, inst: Instance, wait: Wait, variables: Variables): void {
  const event = eventOf(run, inst, wait);
  if (waitsForAll(triggerOfWait(run, inst, wait))) {
    const all = completeParts(run, inst, wait, variables);
    if (all !== null) occur(run, inst, event, all);
    return;
  }
  const next = nextTimer(run, wait);
  const repeats = staysOpen(run, inst, event);
  if (wait.on === 'timer') {
    consumeWait(run, inst, wait);
    if (repeats && next !== null) reopenTimer(run, inst, wait, next);
  } else if (!repeats || inst.el === event.id) consumeWait(run, inst, wait);
  else if (wait.on === 'condition') replaceWait(inst, { ...wait, was: true });
  // A cycle in the flow: every firing but the last is an instance of its own, and the event waits on.
  if (repeats && inst.el === event.id && wait.on === 'timer' && next !== null)
    enterTriggered(run, run.tree.parentOf(inst), event, variables, inst);
  else occur(run, inst, event, variables);
}

/** Whether the event can occur again: it does not interrupt, or it is a catch event in the flow, whose cycle goes on. */
function staysOpen(run: Run, inst: Instance, event: Node): boolean {
  if (event.kind === 'boundaryEvent') return !event.interrupting;
  if (event.kind === 'startEvent') {
    const sub = run.modelOf(inst).nodes[event.container];
    return sub?.kind === 'eventSubProcess' && !sub.interrupting;
  }
  return event.kind === 'catchEvent' && inst.el === event.id;
}

/** Why the firing after this one cannot be calculated: its calendar is not there, or does not reach so far. Null: it can. */
export function nextFiringFailure(run: Run, wait: Wait): string | null {
  const next = attempt(() => nextTimer(run, wait));
  return next instanceof Failure ? next.message : null;
}

function nextTimer(run: Run, { due = run.now, left, every, calendar }: Wait): Due | null {
  if (left === undefined || every === undefined) return null;
  return nextDue({ due, left, every, ...(calendar === undefined ? {} : { calendar }) }, run.now, run.calendars);
}

/**
 * One definition of an event that needs all of them has occurred. Returns null while others are missing, else the variables of all, in
 * the order of the diagram. An event that can occur again waits for all of them anew.
 */
function completeParts(run: Run, inst: Instance, wait: Wait, variables: Variables): Variables | null {
  const others = (inst.waits ?? []).filter(({ el, key }) => el === wait.el && key !== wait.key);
  keepForOthers(run, inst, wait, variables);
  if (others.some(isOpen)) return null;
  const all = [...others, { ...wait, came: variables }].sort((a, b) => (a.part ?? 0) - (b.part ?? 0));
  closeWaits(run, inst, ({ el }) => el === wait.el);
  const event = eventOf(run, inst, wait);
  const renewed = all.flatMap((part) => {
    if (part.on !== 'timer') return [part];
    const next = nextTimer(run, part);
    return next === null ? [] : [{ ...part, ...next }];
  });
  const again = staysOpen(run, inst, event) && inst.el !== event.id && renewed.length === all.length;
  if (again) openWaits(run, inst, renewed);
  return Object.assign({}, ...all.map(({ came }) => came));
}

/** The event occurs. Its own waits are settled. */
function occur(run: Run, inst: Instance, event: Node, variables: Variables): void {
  if (event.kind === 'boundaryEvent') {
    triggerBoundary(run, inst, event, variables);
    return;
  }
  if (event.kind === 'startEvent' && inst.el !== event.id) {
    const sub = run.modelOf(inst).nodes[event.container];
    if (sub?.kind !== 'eventSubProcess') throw new Error(`${event.id} belongs to no event sub-process`);
    triggerEventSubProcess(run, inst, sub, variables);
    return;
  }
  const node = run.nodeOf(inst);
  if (node.kind === 'eventGateway') triggerGateway(run, inst, node, event, variables);
  else {
    receive(run, inst, node.outputs, variables);
    complete(run, inst, node);
  }
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
  if (event.interrupting) {
    cancel(run, host);
    // The event takes the place of the handler, so the compensation goes on.
    if (host.undoFor !== undefined) run.delegates.handlerDone(run, host.undoFor);
  }
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
