import type { Node, SingleTrigger, Trigger } from '../../model/node.js';
import { triggerOf, triggersIn } from '../../model/triggers.js';
import type { Variables, Wait } from '../../state/run-state.js';
import { type Due, firstDue } from '../../time/due.js';
import { dropHeld } from '../core/held-work.js';
import type { Instance } from '../core/instance-tree.js';
import { isLoopBody, nodeIn } from '../core/nodes.js';
import type { Run } from '../core/run.js';
import { decisionOf } from '../variables/branch-decision.js';
import { textOf } from '../variables/evaluate.js';
import { ScopeView } from '../variables/scope-view.js';

/** A wait that has been evaluated but not opened. */
export type PlannedWait = Omit<Wait, 'key'>;

/**
 * Evaluates what an event waits for; nothing for triggers that open no wait (error, escalation, compensation, cancel). Each definition
 * of an event with several has a wait of its own.
 * @param around variables for the correlation key: of a boundary event, those of the scope around its activity (EV-3)
 * @throws Failure or ExpressionError when an attribute has no usable value
 */
export function planWaits(
  run: Run,
  inst: Instance,
  el: string,
  trigger: Trigger,
  around = new ScopeView(run, inst),
): readonly PlannedWait[] {
  return triggersIn(trigger).flatMap((single, part) => {
    const planned = planWait(run, inst, el, single, around);
    if (planned === null) return [];
    return [part === 0 ? planned : { ...planned, part }];
  });
}

function planWait(run: Run, inst: Instance, el: string, trigger: SingleTrigger, around: ScopeView): PlannedWait | null {
  switch (trigger.type) {
    case 'timer': {
      const { type, value, calendar } = trigger.timer;
      const view = new ScopeView(run, inst);
      const source = textOf(run, value, view, 'the timer');
      if (calendar === undefined) return { el, on: 'timer', ...firstDue(type, source, run.now) };
      const key = textOf(run, calendar, view, 'the calendar of the timer');
      return { el, on: 'timer', ...firstDue(type, source, run.now, { key, calendars: run.calendars }) };
    }
    case 'message': {
      const view = new ScopeView(run, inst);
      const name = textOf(run, trigger.name, view, 'the message name');
      if (trigger.correlationKey === null) return { el, on: 'message', name };
      return {
        el,
        on: 'message',
        name,
        correlationKey: textOf(run, trigger.correlationKey, around, 'the correlation key'),
      };
    }
    case 'signal':
      return { el, on: 'signal', name: textOf(run, trigger.name, new ScopeView(run, inst), 'the signal name') };
    case 'condition':
      return { el, on: 'condition', was: false };
    case 'error':
    case 'escalation':
    case 'compensation':
    case 'cancel':
      return null;
  }
}

const noWaits: readonly PlannedWait[] = [];

/**
 * The waits of an activity's boundary events (of a loop: on the loop as a whole) and of a scope's event sub-processes.
 * @throws Failure or ExpressionError when an attribute has no usable value
 */
export function planAttached(run: Run, inst: Instance, node: Node): readonly PlannedWait[] {
  const isScope = 'eventSubProcesses' in node && node.eventSubProcesses.length > 0;
  if (!isScope && !('boundary' in node && node.boundary.length > 0)) return noWaits;
  const planned: PlannedWait[] = [];
  const plan = (el: string, trigger: Trigger, around?: ScopeView): void => {
    planned.push(...planWaits(run, inst, el, trigger, around));
  };
  const { nodes } = run.modelOf(inst);
  if ('boundary' in node && inst.nth === undefined && node.boundary.length > 0) {
    const around = new ScopeView(run, run.tree.parentOf(inst), decisionOf(inst));
    for (const index of node.boundary) {
      const event = nodes[index];
      if (event?.kind === 'boundaryEvent') plan(event.id, event.trigger, around);
    }
  }
  if ('eventSubProcesses' in node && !isLoopBody(inst, node)) {
    for (const index of node.eventSubProcesses) {
      const sub = nodes[index];
      const start = sub?.kind === 'eventSubProcess' ? nodes[sub.start] : undefined;
      if (sub?.kind === 'eventSubProcess' && start !== undefined) plan(start.id, sub.trigger);
    }
  }
  return planned;
}

export function openWaits(run: Run, inst: Instance, planned: readonly PlannedWait[]): void {
  if (planned.length === 0) return;
  const opened = planned.map((plan) => openWait(run, plan));
  inst.waits = inst.waits === undefined ? opened : [...inst.waits, ...opened];
}

function openWait(run: Run, { held: _, came: __, ...plan }: PlannedWait): Wait {
  const key = run.key();
  const { el, on } = plan;
  if (on === 'timer') {
    run.emit({ type: 'createTimer', key, elementId: el, dueAt: plan.due ?? run.now });
  } else {
    run.emit({
      type: 'subscribe',
      key,
      elementId: el,
      kind: on,
      ...(plan.name === undefined ? {} : { name: plan.name }),
      ...(plan.correlationKey === undefined ? {} : { correlationKey: plan.correlationKey }),
    });
    if (on === 'condition') run.conditionsDue = true;
  }
  return { ...plan, key };
}

/** Closes the waits that `which` selects, by default all. */
export function closeWaits(run: Run, inst: Instance, which: (wait: Wait) => boolean = () => true): void {
  const { waits } = inst;
  if (waits === undefined) return;
  const kept: Wait[] = [];
  for (const wait of waits) {
    if (which(wait)) announceClosed(run, wait, 'cancelled');
    else kept.push(wait);
  }
  if (kept.length === 0) delete inst.waits;
  else inst.waits = kept;
}

function announceClosed(run: Run, wait: Wait, outcome: 'fired' | 'cancelled'): void {
  if (wait.came !== undefined) return;
  if (wait.held) {
    dropHeld(run, (held) => held.do === 'wait' && held.wait === wait.key);
    return;
  }
  if (wait.on === 'timer') run.emit({ type: 'closeTimer', key: wait.key, outcome });
  else run.emit({ type: 'unsubscribe', key: wait.key });
}

/** Closes a wait that has triggered. */
export function consumeWait(run: Run, inst: Instance, wait: Wait): void {
  announceClosed(run, wait, 'fired');
  const rest = (inst.waits ?? []).filter((candidate) => candidate.key !== wait.key);
  if (rest.length === 0) delete inst.waits;
  else inst.waits = rest;
}

/** The wait stays, but the server closes its timer or subscription: what it waited for has come and is held. */
export function holdWait(run: Run, inst: Instance, wait: Wait): void {
  announceClosed(run, wait, 'fired');
  replaceWait(inst, { ...wait, held: true });
}

/** One definition of an event that waits for all of them has occurred: its timer or subscription is closed. */
export function keepForOthers(run: Run, inst: Instance, wait: Wait, variables: Variables): void {
  announceClosed(run, wait, 'fired');
  replaceWait(inst, { ...wait, came: variables });
}

/** Whether what the wait is for can still occur. */
export const isOpen = (wait: Wait): boolean => wait.came === undefined;

export function replaceWait(inst: Instance, wait: Wait): void {
  inst.waits = (inst.waits ?? []).map((candidate) => (candidate.key === wait.key ? wait : candidate));
}

/** Closes a wait and opens it again under a new key. */
export function renewWait(run: Run, inst: Instance, key: number): void {
  const renewed = (inst.waits ?? []).map((wait) => {
    if (wait.key !== key) return wait;
    announceClosed(run, wait, 'cancelled');
    return openWait(run, wait);
  });
  inst.waits = renewed;
}

/** Opens the next firing of a cycle. */
export function reopenTimer(run: Run, inst: Instance, { el, part }: Wait, due: Due): void {
  openWaits(run, inst, [{ el, on: 'timer', ...due, ...(part === undefined ? {} : { part }) }]);
}

export function findWait(run: Run, key: number): { readonly inst: Instance; readonly wait: Wait } | null {
  for (const inst of run.tree.instances) {
    const wait = inst.waits?.find((candidate) => candidate.key === key && isOpen(candidate));
    if (wait !== undefined) return { inst, wait };
  }
  return null;
}

/** The event node of a wait. */
export function eventOf(run: Run, inst: Instance, wait: Wait): Node {
  return nodeIn(run.modelOf(inst), wait.el);
}

/** What the event of a wait waits for, with all of its definitions. */
export function triggerOfWait(run: Run, inst: Instance, wait: Wait): Trigger | null {
  return triggerOf(run.modelOf(inst).nodes, eventOf(run, inst, wait));
}
