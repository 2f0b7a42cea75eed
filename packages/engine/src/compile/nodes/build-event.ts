import type { Node, ThrowAction, Trigger } from '../../model/node.js';
import { readThrowAction, readTrigger } from '../attributes/triggers.js';
import { jobExtensions, reportIgnored } from '../attributes/zeebe.js';
import { type ElementType, isEventSubProcess, linkKey, type Raw, referencedId } from '../graph/layout.js';
import { eventDefinitions, flag, text } from '../xml/moddle.js';
import { checkInterruption } from './build-container.js';
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
      if (action.type === 'terminate' || action.type === 'error') {
        findings.error(id, 'not-executed', `an intermediate event cannot throw ${action.type}`);
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
      return { kind: 'endEvent', ...readBase(context, raw), action };
    }
  }
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
  if (trigger.type !== 'timer' && trigger.type !== 'message' && trigger.type !== 'signal') {
    findings.error(
      raw.id,
      'not-executed',
      `a start event with a ${trigger.type} trigger is only executed in an event sub-process`,
    );
    return null;
  }
  if (trigger.type === 'timer' && trigger.timer.type === 'duration') {
    findings.warn(raw.id, 'duration-start', 'the process starts once, this long after it is deployed');
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
  if (trigger.type === 'error' || trigger.type === 'escalation' || trigger.type === 'compensation') {
    findings.error(raw.id, 'not-executed', `${trigger.type} cannot be caught in the flow: use a boundary event`);
    return null;
  }
  checkCatch(context, raw, trigger);
  return { kind: 'catchEvent', ...readBase(context, raw), trigger };
}

function checkCatch({ findings }: BuildContext, raw: Raw, trigger: Trigger): void {
  if (trigger.type === 'timer' && trigger.timer.type === 'cycle') {
    findings.warn(raw.id, 'cycle-once', 'a cycle at an intermediate event fires once');
  }
  if (trigger.type === 'message' && trigger.correlationKey === null) {
    findings.error(raw.id, 'missing-correlation-key', 'the message has no zeebe:subscription with a correlation key');
  }
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
  if (action.type === 'compensation' && action.activity !== null) {
    const target = layout.raws[layout.indexOf.get(action.activity) ?? -1];
    if (target === undefined || !reaches(context, raw, target)) {
      findings.error(raw.id, 'bad-compensation', `${action.activity} is not an activity this event can compensate`);
    }
  }
  return action;
}

/** A compensation throw event covers activities of its own scope; inside an event sub-process, also those of the enclosing scope. */
function reaches({ layout }: BuildContext, event: Raw, target: Raw): boolean {
  if (target.container === event.container) return true;
  const scope = layout.raws[event.container];
  return scope !== undefined && isEventSubProcess(scope) && target.container === scope.container;
}
