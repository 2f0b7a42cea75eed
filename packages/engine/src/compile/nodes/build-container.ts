import type { EventSubProcessNode, Trigger } from '../../model/node.js';
import { readTrigger } from '../attributes/triggers.js';
import { reportIgnored } from '../attributes/zeebe.js';
import { implicitStarts, isEventSubProcess, type Raw } from '../graph/layout.js';
import { eventDefinitions, flag } from '../xml/moddle.js';
import { type BuildContext, readBase } from './build-context.js';

function startEvents({ layout }: BuildContext, raw: Raw): readonly Raw[] {
  return (layout.members[raw.index] ?? []).filter((member) => member.type === 'StartEvent');
}

function hasTrigger(start: Raw): boolean {
  return eventDefinitions(start.xml).length > 0;
}

/** The container part of a process or embedded sub-process. */
export function readContainer(context: BuildContext, raw: Raw) {
  const { findings, layout } = context;
  const starts = startEvents(context, raw);
  const none = starts.filter((start) => !hasTrigger(start));
  const implicit = implicitStarts(layout, raw);
  if (starts.length === 0 && implicit.length === 0) {
    if (raw.type === 'Process')
      findings.error(raw.id, 'missing-start', 'the process has no element at which it can start: add a start event');
    else
      findings.warn(
        raw.id,
        'empty-sub-process',
        'the sub-process has no element at which it can start, so it completes at once',
      );
  }
  if (none.length > 1) findings.error(raw.id, 'several-starts', 'there is more than one none start event');
  if (raw.type === 'SubProcess' && none.length !== starts.length) {
    findings.error(raw.id, 'bad-start', 'the start event of an embedded sub-process has no trigger');
  }
  const eventSubProcesses = (layout.members[raw.index] ?? []).filter(isEventSubProcess).map((member) => member.index);
  return { start: none[0]?.index ?? -1, implicit, eventSubProcesses };
}

const eventSubProcessTriggers = new Set<Trigger['type']>([
  'timer',
  'message',
  'signal',
  'condition',
  'error',
  'escalation',
]);

/** Reads an event sub-process together with its start event; null when it has an error, which is reported. */
export function buildEventSubProcess(context: BuildContext, raw: Raw): EventSubProcessNode | null {
  const { findings, layout } = context;
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, []);
  if ((layout.incoming[raw.index] ?? []).length + (layout.outgoing[raw.index] ?? []).length > 0) {
    findings.error(id, 'bad-flow', 'an event sub-process has no incoming and no outgoing flows');
  }
  for (const property of ['loopCharacteristics', 'isForCompensation']) {
    if (xml[property] !== undefined && xml[property] !== false) {
      findings.error(id, 'not-executed', `${property} on an event sub-process is not executed`);
    }
  }
  const starts = startEvents(context, raw);
  const [start] = starts;
  if (start === undefined || starts.length > 1) {
    findings.error(id, 'bad-start', 'an event sub-process needs exactly one start event');
    return null;
  }
  const trigger = readTrigger(findings, start.xml, start.id);
  if (trigger === null) return null;
  if (trigger === 'none' || !eventSubProcessTriggers.has(trigger.type)) {
    const what = trigger === 'none' ? 'no trigger' : `a ${trigger.type} trigger`;
    findings.error(start.id, 'bad-start', `a start event with ${what} is not executed in an event sub-process`);
    return null;
  }
  const interrupting = flag(start.xml, 'isInterrupting') !== false;
  checkInterruption(context, start, trigger, interrupting);
  const eventSubProcesses = (layout.members[raw.index] ?? []).filter(isEventSubProcess).map((member) => member.index);
  return {
    kind: 'eventSubProcess',
    ...readBase(context, raw),
    start: start.index,
    implicit: [],
    eventSubProcesses,
    trigger,
    interrupting,
  };
}

/** Checks the rules that boundary events and start events of event sub-processes share. */
export function checkInterruption(
  { findings }: BuildContext,
  event: Raw,
  trigger: Trigger,
  interrupting: boolean,
): void {
  if (trigger.type === 'error' && !interrupting) {
    findings.error(event.id, 'bad-interruption', 'an error event always interrupts');
  }
  if (trigger.type === 'timer' && trigger.timer.type === 'cycle' && interrupting) {
    findings.warn(event.id, 'cycle-once', 'a cycle at an interrupting event fires once');
  }
  if (trigger.type === 'message' && trigger.correlationKey === null) {
    findings.error(event.id, 'missing-correlation-key', 'the message has no zeebe:subscription with a correlation key');
  }
}
