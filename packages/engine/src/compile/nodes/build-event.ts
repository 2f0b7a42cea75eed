import type { Node, SingleAction, SingleTrigger, ThrowAction, TimerDefinition, Trigger } from '../../model/node.js';
import { actionsIn, triggersIn, waitsForAll } from '../../model/triggers.js';
import { readThrowAction, readTrigger } from '../attributes/triggers.js';
import { jobExtensions, reportIgnored } from '../attributes/zeebe.js';
import {
  type ElementType,
  instantiates,
  isActivity,
  isContainer,
  isEventSubProcess,
  linkKey,
  type Raw,
  referencedId,
} from '../graph/layout.js';
import { eventDefinitions, flag, hasCompensation, text } from '../xml/moddle.js';
import { checkCorrelation, checkInterruption } from './build-container.js';
import { type BuildContext, readBase } from './build-context.js';

export type EventType = Extract<ElementType, `${string}Event`>;

/** Reads an event; null when it has an error, which is reported. */
export function buildEvent(context: BuildContext, raw: Raw, type: EventType): Node | null {
  const { findings } = context;
  const { xml, id } = raw;
  const isThrow = type === 'IntermediateThrowEvent' || type === 'EndEvent';
  reportIgnored(findings, xml, id, isThrow ? jobExtensions : type === 'StartEvent' ? ['zeebe:FormDefinition'] : []);
  switch (type) {
    case 'StartEvent':
      return buildStart(context, raw);
    case 'IntermediateCatchEvent':
      return buildCatch(context, raw);
    case 'BoundaryEvent':
      return buildBoundary(context, raw);
    case 'IntermediateThrowEvent': {
      const action = buildAction(context, raw);
      if (action === null) return null;
      const ending = actionsIn(action).find(({ type }) => endingActions.has(type));
      if (ending !== undefined) {
        findings.error(id, 'not-executed', `an intermediate event cannot throw ${ending.type}`);
        return null;
      }
      return { kind: 'throwEvent', ...readBase(context, raw), action };
    }
    case 'EndEvent': {
      const action = buildAction(context, raw);
      if (action === null) return null;
      if (action.type === 'link') {
        findings.error(id, 'not-executed', 'an end event cannot be a link');
        return null;
      }
      if (actionsIn(action).some(({ type }) => type === 'cancel')) checkCancel(context, raw);
      return { kind: 'endEvent', ...readBase(context, raw), action };
    }
  }
}

const endingActions = new Set<SingleAction['type']>(['terminate', 'error', 'cancel']);

/** A cancel end event stands in a transaction, or in an event sub-process of one, which a cancel boundary event leaves. */
function checkCancel({ findings, layout }: BuildContext, raw: Raw): void {
  let around = layout.raws[raw.container];
  while (around !== undefined && isEventSubProcess(around)) around = layout.raws[around.container];
  if (around?.type !== 'Transaction') {
    findings.error(raw.id, 'bad-cancel', 'a cancel end event stands directly in a transaction');
    return;
  }
  const left = (layout.attached.get(around.index) ?? []).some(({ xml }) =>
    eventDefinitions(xml).some(({ $type }) => $type === 'bpmn:CancelEventDefinition'),
  );
  if (!left)
    findings.error(
      raw.id,
      'bad-cancel',
      `nothing catches the cancellation: attach a cancel boundary event to ${around.id}`,
    );
}

function buildStart(context: BuildContext, raw: Raw): Node | null {
  const { findings, layout } = context;
  const container = layout.raws[raw.container];
  if (container !== undefined && isEventSubProcess(container)) {
    // Its trigger is read, and its errors are reported, with the event sub-process.
    return { kind: 'startEvent', ...readBase(context, raw), trigger: null };
  }
  const trigger = readTrigger(findings, raw.xml, raw.id);
  if (trigger === null) return null;
  if (trigger === 'none') return { kind: 'startEvent', ...readBase(context, raw), trigger: null };
  for (const single of triggersIn(trigger)) {
    if (single.type !== 'timer' && single.type !== 'message' && single.type !== 'signal') {
      findings.error(
        raw.id,
        'not-executed',
        `a start event with a ${single.type} trigger is only executed in an event sub-process`,
      );
      return null;
    }
    if (single.type === 'timer' && single.timer.type === 'duration') {
      findings.warn(raw.id, 'duration-start', 'the process starts once, this long after it is deployed');
    }
    if (waitsForAll(trigger)) checkCorrelation(findings, raw.id, single);
  }
  return { kind: 'startEvent', ...readBase(context, raw), trigger };
}

function buildCatch(context: BuildContext, raw: Raw): Node | null {
  const { findings } = context;
  const definitions = eventDefinitions(raw.xml);
  if (definitions.length === 1 && definitions[0]?.$type === 'bpmn:LinkEventDefinition') {
    if (text(definitions[0], 'name') === null) findings.error(raw.id, 'missing-link', 'the link event has no name');
    return { kind: 'catchEvent', ...readBase(context, raw), trigger: null };
  }
  const trigger = readTrigger(findings, raw.xml, raw.id);
  if (trigger === null) return null;
  if (trigger === 'none') {
    findings.error(raw.id, 'not-executed', 'the intermediate catch event has no event definition to wait for');
    return null;
  }
  const attached = triggersIn(trigger).find(({ type }) => boundaryTriggers.has(type));
  if (attached !== undefined) {
    findings.error(raw.id, 'not-executed', `${attached.type} cannot be caught in the flow: use a boundary event`);
    return null;
  }
  checkCatch(context, raw, trigger);
  return { kind: 'catchEvent', ...readBase(context, raw), trigger };
}

const boundaryTriggers = new Set<SingleTrigger['type']>(['error', 'escalation', 'compensation', 'cancel']);

function checkCatch({ findings, layout }: BuildContext, raw: Raw, trigger: Trigger): void {
  const gateway = (layout.incoming[raw.index] ?? [])
    .map(({ source }) => layout.raws[source])
    .find((source) => source?.type === 'EventBasedGateway');
  for (const single of triggersIn(trigger)) {
    if (single.type === 'timer' && single.timer.type === 'cycle') {
      if (gateway !== undefined)
        findings.warn(raw.id, 'cycle-once', 'a cycle behind an event-based gateway fires once');
      else if (isEndless(single.timer))
        findings.warn(
          raw.id,
          'endless-cycle',
          'a cycle without end at an intermediate event keeps the run going for ever',
        );
    }
    // An event that starts the process needs none, unless it may also be awaited by a run that has started.
    const starts =
      gateway !== undefined && instantiates(gateway) && text(gateway.xml, 'eventGatewayType') !== 'Parallel';
    if (!starts) checkCorrelation(findings, raw.id, single);
  }
}

function isEndless({ value }: TimerDefinition): boolean {
  return value.type === 'literal' && !/^\s*R\d/.test(value.text);
}

function buildBoundary(context: BuildContext, raw: Raw): Node | null {
  const { findings, layout } = context;
  const trigger = readTrigger(findings, raw.xml, raw.id);
  if (trigger === null) return null;
  if (trigger === 'none') {
    findings.error(raw.id, 'not-executed', 'the boundary event has no event definition to wait for');
    return null;
  }
  const attachedTo = layout.indexOf.get(referencedId(raw.xml, 'attachedToRef') ?? '');
  if (attachedTo === undefined || !layout.attached.has(attachedTo)) return null;
  const interrupting = flag(raw.xml, 'cancelActivity') !== false;
  if (trigger.type === 'cancel' && layout.raws[attachedTo]?.type !== 'Transaction')
    findings.error(raw.id, 'bad-cancel', 'a cancel boundary event is attached to a transaction');
  if (trigger.type !== 'compensation') checkInterruption(context, raw, trigger, interrupting);
  return { kind: 'boundaryEvent', ...readBase(context, raw), trigger, interrupting, attachedTo };
}

function buildAction(context: BuildContext, raw: Raw): ThrowAction | null {
  const { findings, layout } = context;
  const action = readThrowAction(findings, raw.xml, raw.id);
  if (action === null) return null;
  if (action.type === 'linkName') {
    const targets = layout.links.get(linkKey(raw) ?? '')?.catches ?? [];
    const [target] = targets;
    if (target !== undefined && targets.length === 1) return { type: 'link', target: target.index };
    const reason = target === undefined ? 'no catch event' : 'several catch events';
    findings.error(
      raw.id,
      'missing-link',
      `there is ${reason} for the link ${JSON.stringify(action.name.slice(0, 60))} beside it`,
    );
    return null;
  }
  for (const single of actionsIn(action)) {
    if (single.type !== 'compensation' || single.activity === null) continue;
    const target = layout.raws[layout.indexOf.get(single.activity) ?? -1];
    if (target === undefined || !reaches(context, raw, target)) {
      findings.error(raw.id, 'bad-compensation', `${single.activity} is not an activity this event can compensate`);
    } else if (!isCompensated(context, target)) {
      findings.error(raw.id, 'bad-compensation', `${single.activity} has no compensation handler`);
    }
  }
  return action;
}

/** Whether compensation of the activity can do anything: it has a handler, or it is a sub-process with activities that have one. */
function isCompensated({ layout }: BuildContext, target: Raw): boolean {
  return isContainer(target) || (layout.attached.get(target.index) ?? []).some(({ xml }) => hasCompensation(xml));
}

/** A compensation throw event covers activities of its own scope; inside an event sub-process, also those of the enclosing scope. */
function reaches({ layout }: BuildContext, event: Raw, target: Raw): boolean {
  if (!isActivity(target)) return false;
  if (target.container === event.container) return true;
  const scope = layout.raws[event.container];
  return scope !== undefined && isEventSubProcess(scope) && target.container === scope.container;
}
