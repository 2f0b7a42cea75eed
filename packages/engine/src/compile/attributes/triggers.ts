import type { SingleAction, SingleTrigger, ThrowAction, Trigger, Value } from '../../model/node.js';
import type { Findings } from '../report/findings.js';
import { body, child, eventDefinitions, extension, flag, text, type Xml } from '../xml/moddle.js';
import { emptyValue, readExpression, readValue } from './values.js';
import { readJob, readTimer } from './zeebe.js';

/** The trigger of an event: 'none' when it has no definition, null when it has an error, which is reported. */
export function readTrigger(findings: Findings, event: Xml, id: string): Trigger | 'none' | null {
  const definitions = eventDefinitions(event);
  const [only] = definitions;
  if (only === undefined) return 'none';
  if (definitions.length === 1) return readSingleTrigger(findings, only, id);
  const parts = definitions.map((definition) => readSingleTrigger(findings, definition, id));
  const read = parts.filter((part) => part !== null);
  if (read.length < parts.length) return null;
  const parallel = flag(event, 'parallelMultiple') === true;
  for (const { type } of read) {
    if (type === 'compensation' || type === 'cancel' || (parallel && (type === 'error' || type === 'escalation'))) {
      findings.error(id, 'not-executed', `an event with several definitions cannot wait for ${type}`);
      return null;
    }
  }
  return { type: 'multiple', parallel, parts: read };
}

/** What one event definition waits for; null when it has an error, which is reported. */
export function readSingleTrigger(findings: Findings, definition: Xml, id: string): SingleTrigger | null {
  switch (definition.$type) {
    case 'bpmn:TimerEventDefinition': {
      const timer = readTimer(findings, definition, id);
      return timer === null ? null : { type: 'timer', timer };
    }
    case 'bpmn:MessageEventDefinition':
      return readMessageTrigger(findings, definition, id);
    case 'bpmn:SignalEventDefinition':
      return { type: 'signal', name: readSignalName(findings, definition, id) };
    case 'bpmn:ConditionalEventDefinition': {
      const expression = readExpression(findings, id, body(definition, 'condition'), 'the condition');
      return expression === null ? null : { type: 'condition', expression };
    }
    case 'bpmn:ErrorEventDefinition':
      return { type: 'error', code: readCatchCode(findings, definition, id, 'errorRef', 'errorCode') };
    case 'bpmn:EscalationEventDefinition':
      return { type: 'escalation', code: readCatchCode(findings, definition, id, 'escalationRef', 'escalationCode') };
    case 'bpmn:CompensateEventDefinition':
      return { type: 'compensation' };
    case 'bpmn:CancelEventDefinition':
      return { type: 'cancel' };
    default:
      findings.error(id, 'not-executed', `events with a ${plain(definition)} are not executed here`);
      return null;
  }
}

/** A message a catch event, receive task or message start waits for. */
export function readMessageTrigger(findings: Findings, holder: Xml, id: string): MessageTrigger | null {
  const message = reference(findings, holder, id, 'messageRef', 'Message');
  const name = message === null ? null : text(message, 'name');
  if (message === null || name === null) {
    findings.error(id, 'missing-message', 'the element references no message with a name');
    return null;
  }
  return {
    type: 'message',
    name: readValue(findings, id, name),
    correlationKey: readCorrelationKey(findings, message, id),
  };
}

function readCorrelationKey(findings: Findings, message: Xml, id: string): Value | null {
  const subscription = extension(message, 'zeebe:Subscription');
  const key = subscription === null ? null : text(subscription, 'correlationKey');
  return key === null ? null : readValue(findings, id, key);
}

/** The element that a property references; an element of another type is an error. */
function reference(findings: Findings, holder: Xml, id: string, property: string, type: string): Xml | null {
  const target = child(holder, property);
  if (target === null || target.$type === `bpmn:${type}`) return target;
  findings.error(id, 'bad-reference', `${property} references no ${type.toLowerCase()} but a ${target.$type.slice(5)}`);
  return null;
}

const codeTypes: Readonly<Record<string, string>> = { errorRef: 'Error', escalationRef: 'Escalation' };

function readSignalName(findings: Findings, definition: Xml, id: string): Value {
  const signal = reference(findings, definition, id, 'signalRef', 'Signal');
  const name = signal === null ? null : text(signal, 'name');
  if (name !== null) return readValue(findings, id, name);
  findings.error(id, 'missing-signal', 'the event references no signal with a name');
  return emptyValue;
}

/** The code that an event catches; null catches every code. It must be a literal, because it is matched before variables are read. */
function readCatchCode(
  findings: Findings,
  definition: Xml,
  id: string,
  property: string,
  codeName: string,
): string | null {
  const target = reference(findings, definition, id, property, codeTypes[property] ?? '');
  const code = target === null ? null : text(target, codeName);
  if (target !== null && code === null) {
    findings.warn(
      id,
      'missing-code',
      `the referenced ${property.replace('Ref', '')} has no code: every code is caught`,
    );
  }
  if (code?.trimStart().startsWith('=')) {
    findings.error(id, 'not-literal', 'a code to catch must be written out, not computed');
  }
  return code;
}

function readThrowCode(findings: Findings, definition: Xml, id: string, property: string, codeName: string): Value {
  const target = reference(findings, definition, id, property, codeTypes[property] ?? '');
  const code = target === null ? null : text(target, codeName);
  if (code !== null) return readValue(findings, id, code);
  findings.error(id, 'missing-code', `the event references no ${property.replace('Ref', '')} with a code`);
  return emptyValue;
}

type MessageTrigger = Extract<SingleTrigger, { type: 'message' }>;

/** A link by name: its target is known only when the whole container is listed. */
export type LinkName = { readonly type: 'linkName'; readonly name: string };

/**
 * What a throw or end event does; null when it has an error, which is reported. With several definitions it does all of them, and at
 * most one may decide how the flow goes on.
 */
export function readThrowAction(findings: Findings, event: Xml, id: string): ThrowAction | LinkName | null {
  const definitions = eventDefinitions(event);
  const [only] = definitions;
  if (only === undefined) return { type: 'none' };
  if (definitions.length === 1) return readSingleAction(findings, event, only, id);
  const parts = definitions.flatMap((definition) => {
    const action = readSingleAction(findings, event, definition, id);
    if (action === null) return [];
    if (action.type !== 'job' && action.type !== 'linkName') return [action];
    const what = action.type === 'job' ? 'a task definition' : 'a link';
    findings.error(id, 'not-executed', `an event with several event definitions cannot have ${what}`);
    return [];
  });
  if (parts.length < definitions.length) return null;
  const deciding = parts.filter(({ type }) => type !== 'message' && type !== 'signal' && type !== 'escalation');
  if (deciding.length > 1) {
    const names = deciding.map(({ type }) => type).join(' and ');
    findings.error(id, 'not-executed', `an event can throw only one of ${names}`);
    return null;
  }
  return { type: 'multiple', parts };
}

function readSingleAction(findings: Findings, event: Xml, definition: Xml, id: string): SingleAction | LinkName | null {
  switch (definition.$type) {
    case 'bpmn:MessageEventDefinition':
      return readMessageThrow(findings, event, definition, id);
    case 'bpmn:SignalEventDefinition':
      return { type: 'signal', name: readSignalName(findings, definition, id) };
    case 'bpmn:EscalationEventDefinition':
      return { type: 'escalation', code: readThrowCode(findings, definition, id, 'escalationRef', 'escalationCode') };
    case 'bpmn:ErrorEventDefinition':
      return { type: 'error', code: readThrowCode(findings, definition, id, 'errorRef', 'errorCode') };
    case 'bpmn:TerminateEventDefinition':
      return { type: 'terminate' };
    case 'bpmn:CancelEventDefinition':
      return { type: 'cancel' };
    case 'bpmn:CompensateEventDefinition':
      return readCompensation(definition);
    case 'bpmn:LinkEventDefinition': {
      const name = text(definition, 'name');
      if (name !== null) return { type: 'linkName', name };
      findings.error(id, 'missing-link', 'the link event has no name');
      return null;
    }
    default:
      findings.error(id, 'not-executed', `events with a ${plain(definition)} are not executed here`);
      return null;
  }
}

type MessageThrow = Extract<SingleAction, { type: 'job' | 'message' }>;

/** A message throw or send task: a job when it has a task definition, else a message published by the engine. */
export function readMessageThrow(findings: Findings, element: Xml, holder: Xml, id: string): MessageThrow | null {
  const job = readJob(findings, element, id);
  if (job !== null) return { type: 'job', job };
  const message = reference(findings, holder, id, 'messageRef', 'Message');
  const name = message === null ? null : text(message, 'name');
  if (message === null || name === null) {
    findings.error(id, 'missing-message', 'the element has neither a task definition nor a message with a name');
    return null;
  }
  return {
    type: 'message',
    name: readValue(findings, id, name),
    correlationKey: readCorrelationKey(findings, message, id),
  };
}

function readCompensation(definition: Xml): SingleAction {
  const activity = child(definition, 'activityRef');
  return {
    type: 'compensation',
    activity: activity === null ? null : text(activity, 'id'),
    waits: flag(definition, 'waitForCompletion') !== false,
  };
}

/** `bpmn:CancelEventDefinition` as "cancel event definition". */
function plain(definition: Xml): string {
  return definition.$type
    .replace(/^\w+:/, '')
    .replace(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
    .trim();
}
