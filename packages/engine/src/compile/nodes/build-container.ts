import type { EventSubProcessNode, SingleTrigger, Trigger } from '../../model/node.js';
import { triggersIn } from '../../model/triggers.js';
import { readTrigger } from '../attributes/triggers.js';
import { reportIgnored } from '../attributes/zeebe.js';
import { implicitStarts, instantiates, isEventSubProcess, type Layout, type Raw } from '../graph/layout.js';
import type { Findings } from '../report/findings.js';
import { eventDefinitions, flag, hasCompensation } from '../xml/moddle.js';
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
  const instantiating = (layout.members[raw.index] ?? []).some(instantiates);
  if (starts.length === 0 && implicit.length === 0 && !instantiating) {
    if (raw.type === 'Process')
      findings.error(raw.id, 'missing-start', 'the process has no element at which it can start: add a start event');
    else
      findings.warn(
        raw.id,
        'empty-sub-process',
        'the sub-process has no element at which it can start, so it completes at once',
      );
  }
  for (const index of implicit) {
    const first = layout.raws[index];
    if (first?.type !== 'IntermediateCatchEvent' && first?.type !== 'IntermediateThrowEvent') continue;
    findings.error(
      first.id,
      'bad-start',
      'an intermediate event does not start anything: lead a flow into it, or make it a start event',
    );
  }
  if (none.length > 1) findings.error(raw.id, 'several-starts', 'there is more than one none start event');
  if (raw.type !== 'Process' && none.length !== starts.length) {
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
  'compensation',
]);

/** Reads an event sub-process together with its start event; null when it has an error, which is reported. */
export function buildEventSubProcess(context: BuildContext, raw: Raw): EventSubProcessNode | null {
  const { findings, layout } = context;
  const { xml, id } = raw;
  reportIgnored(findings, xml, id, []);
  if ((layout.incoming[raw.index] ?? []).length + (layout.outgoing[raw.index] ?? []).length > 0) {
    findings.error(id, 'bad-flow', 'an event sub-process has no incoming and no outgoing flows');
  }
  if (xml.loopCharacteristics !== undefined)
    findings.error(id, 'not-executed', 'an event sub-process has no loopCharacteristics');
  if (flag(xml, 'isForCompensation') === true && !startsByCompensation(layout, raw))
    findings.error(id, 'not-executed', 'an event sub-process compensates by a compensation start event');
  const starts = startEvents(context, raw);
  const [start] = starts;
  if (start === undefined || starts.length > 1) {
    findings.error(id, 'bad-start', 'an event sub-process needs exactly one start event');
    return null;
  }
  const trigger = readTrigger(findings, start.xml, start.id);
  if (trigger === null) return null;
  if (trigger === 'none' || !triggersIn(trigger).every(({ type }) => eventSubProcessTriggers.has(type))) {
    const what = trigger === 'none' ? 'no trigger' : `a ${trigger.type} trigger`;
    findings.error(start.id, 'bad-start', `a start event with ${what} is not executed in an event sub-process`);
    return null;
  }
  const around = layout.raws[raw.container]?.type;
  if (trigger.type === 'compensation' && around !== 'SubProcess' && around !== 'Transaction') {
    findings.error(
      start.id,
      'bad-start',
      'a compensation start event compensates a completed sub-process: its event sub-process stands inside a sub-process',
    );
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
  for (const single of triggersIn(trigger)) {
    if ((single.type === 'error' || single.type === 'cancel') && !interrupting) {
      const what = single.type === 'error' ? 'an error' : 'a cancel';
      findings.error(event.id, 'bad-interruption', `${what} event always interrupts`);
    }
    if (single.type === 'timer' && single.timer.type === 'cycle' && interrupting) {
      findings.warn(event.id, 'cycle-once', 'a cycle at an interrupting event fires once');
    }
    checkCorrelation(findings, event.id, single);
  }
}

/** A message reaches a run that exists already by its correlation key. */
export function checkCorrelation(findings: Findings, id: string, trigger: SingleTrigger): void {
  if (trigger.type !== 'message' || trigger.correlationKey !== null) return;
  findings.error(id, 'missing-correlation-key', 'the message has no zeebe:subscription with a correlation key');
}

/** Whether the event sub-process compensates the sub-process around it. */
export function startsByCompensation(layout: Layout, raw: Raw): boolean {
  return (layout.members[raw.index] ?? []).some(({ type, xml }) => type === 'StartEvent' && hasCompensation(xml));
}
