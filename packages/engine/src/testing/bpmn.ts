/** Small builders for BPMN XML, so that a test reads as the diagram it is about. */

const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
  'xmlns:millrace="urn:millrace:bpmn:1"',
].join(' ');

/** Root elements: processes, messages, errors. */
export function definitions(...roots: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions ${NAMESPACES} id="Definitions_1" targetNamespace="t">${roots.join('')}</bpmn:definitions>`;
}

export function process(id: string, ...content: readonly string[]): string {
  return `<bpmn:process id="${id}" isExecutable="true">${content.join('')}</bpmn:process>`;
}

/** One process `p`. Root elements such as messages may stand among the content. */
export function diagram(...content: readonly string[]): string {
  const isRoot = (part: string): boolean => /^<bpmn:(message|error|signal|escalation) /.test(part);
  return definitions(...content.filter(isRoot), process('p', ...content.filter((part) => !isRoot(part))));
}

export function attr(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

type Attributes = Readonly<Record<string, string | number | boolean>>;

/** Any element: `el('task', {id: 'a'}, ...children)`. */
export function el(name: string, attributes: Attributes = {}, ...content: readonly string[]): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${attr(String(value))}"`);
  const tag = name.includes(':') ? name : `bpmn:${name}`;
  return `<${tag}${written.join('')}>${content.join('')}</${tag}>`;
}

export function ext(...content: readonly string[]): string {
  return el('extensionElements', {}, ...content);
}

export function io(inputs: Attributes = {}, outputs: Attributes = {}): string {
  const pairs = (name: string, mappings: Attributes): string[] =>
    Object.entries(mappings).map(([target, source]) => el(`zeebe:${name}`, { source, target }));
  return el('zeebe:ioMapping', {}, ...pairs('input', inputs), ...pairs('output', outputs));
}

type Listener = readonly [eventType: string, type: string, retries?: number | string];
const listenersOf = (name: string, listeners: readonly Listener[]): string =>
  el(
    `zeebe:${name}Listeners`,
    {},
    ...listeners.map(([eventType, type, retries = 3]) => el(`zeebe:${name}Listener`, { eventType, type, retries })),
  );
/** `listen(['start', 'before'], ['end', 'after'])`: execution listeners by event type and job type. */
export const listen = (...listeners: Listener[]): string => listenersOf('execution', listeners);
export const listenToTask = (...listeners: Listener[]): string => listenersOf('task', listeners);

export const taskDefinition = (type: string, retries: number | string = 3): string =>
  el('zeebe:taskDefinition', { type, retries });

/** A chain of sequence flows: `flow('a b c')`; ids are `a-b`, `b-c`. A condition stands on the last one. */
export function flow(chain: string, condition?: string): string {
  const names = chain.split(' ');
  return names
    .slice(1)
    .map((target, index) => {
      const source = names[index] ?? '';
      const isLast = index === names.length - 2;
      const body = condition !== undefined && isLast ? conditionExpression(condition) : '';
      return el('sequenceFlow', { id: `${source}-${target}`, sourceRef: source, targetRef: target }, body);
    })
    .join('');
}

export function conditionExpression(source: string): string {
  return el('conditionExpression', { 'xsi:type': 'bpmn:tFormalExpression' }, attr(source));
}

export const start = (id = 's', ...content: string[]): string => el('startEvent', { id }, ...content);
export const end = (id = 'e', ...content: string[]): string => el('endEvent', { id }, ...content);
export const task = (id: string, ...content: string[]): string => el('task', { id }, ...content);
/** `tasks('a b')`: several tasks of their ids. */
export const tasks = (ids: string): string =>
  ids
    .split(' ')
    .map((id) => task(id))
    .join('');
export const service = (id: string, type = id, ...content: string[]): string =>
  el('serviceTask', { id }, ext(taskDefinition(type), ...extensionsIn(content)), ...othersIn(content));
export const user = (id: string, ...content: string[]): string =>
  el('userTask', { id }, ...(content.some(isExtension) ? [ext(...extensionsIn(content))] : []), ...othersIn(content));
/** `users('a b')`: several user tasks of their ids. */
export const users = (ids: string): string =>
  ids
    .split(' ')
    .map((id) => user(id))
    .join('');
export const script = (id: string, expression: string, resultVariable: string, ...content: string[]): string =>
  el(
    'scriptTask',
    { id },
    ext(el('zeebe:script', { expression, resultVariable }), ...extensionsIn(content)),
    ...othersIn(content),
  );
export const exclusive = (id: string, attributes: Attributes = {}): string =>
  el('exclusiveGateway', { id, ...attributes });
export const parallel = (id: string): string => el('parallelGateway', { id });
export const inclusive = (id: string, attributes: Attributes = {}): string =>
  el('inclusiveGateway', { id, ...attributes });
export const eventGateway = (id: string): string => el('eventBasedGateway', { id });
export const sub = (id: string, ...content: string[]): string => el('subProcess', { id }, ...content);
export const eventSub = (id: string, ...content: string[]): string =>
  el('subProcess', { id, triggeredByEvent: true }, ...content);
/** An ad-hoc sub-process. The attributes are those of the element and of zeebe:adHoc; extensions may stand among the content. */
export const adHoc = (id: string, attributes: Attributes, ...content: string[]): string => {
  const own = ['ordering', 'cancelRemainingInstances'];
  const pick = (isOwn: boolean) =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => own.includes(name) === isOwn));
  const settings = el('zeebe:adHoc', pick(false));
  return el(
    'adHocSubProcess',
    { id, ...pick(true) },
    ext(settings, ...extensionsIn(content)),
    ...othersIn(content).sort((one, other) => Number(isCondition(one)) - Number(isCondition(other))),
  );
};
const isCondition = (part: string): boolean => part.startsWith('<bpmn:completionCondition');
export const completion = (source: string): string => expression('completionCondition', source);
export const call = (id: string, processId: string, more: Attributes = {}, ...content: string[]): string =>
  el(
    'callActivity',
    { id },
    ext(el('zeebe:calledElement', { processId, ...more }), ...extensionsIn(content)),
    ...othersIn(content),
  );

const isExtension = (part: string): boolean => part.startsWith('<zeebe:');
const extensionsIn = (content: readonly string[]): string[] => content.filter(isExtension);
const othersIn = (content: readonly string[]): string[] => content.filter((part) => !isExtension(part));

export const catchEvent = (id: string, definition: string, ...content: string[]): string =>
  el('intermediateCatchEvent', { id }, ...content, definition);
export const throwEvent = (id: string, ...content: string[]): string =>
  el('intermediateThrowEvent', { id }, ...content);
export const boundary = (id: string, attachedToRef: string, definition: string, attributes: Attributes = {}): string =>
  el('boundaryEvent', { id, attachedToRef, ...attributes }, definition);
export const nonInterrupting = { cancelActivity: false };

const expression = (name: string, source: string): string =>
  el(name, { 'xsi:type': 'bpmn:tFormalExpression' }, attr(source));
export const duration = (source: string): string => el('timerEventDefinition', {}, expression('timeDuration', source));
export const date = (source: string): string => el('timerEventDefinition', {}, expression('timeDate', source));
export const cycle = (source: string): string => el('timerEventDefinition', {}, expression('timeCycle', source));
/** The timer with a calendar. */
export const working = (calendar: string, timer: string): string =>
  timer.replace('<bpmn:timerEventDefinition', `$& millrace:calendar="${attr(calendar)}"`);
export const messageRef = (id: string): string => el('messageEventDefinition', { messageRef: id });
export const signalRef = (id: string): string => el('signalEventDefinition', { signalRef: id });
export const errorRef = (id?: string): string => el('errorEventDefinition', id === undefined ? {} : { errorRef: id });
export const escalationRef = (id?: string): string =>
  el('escalationEventDefinition', id === undefined ? {} : { escalationRef: id });
export const conditional = (source: string): string =>
  el('conditionalEventDefinition', {}, expression('condition', source));
export const link = (name: string): string => el('linkEventDefinition', { name });
export const terminate = (): string => el('terminateEventDefinition');
export const compensate = (activityRef?: string): string =>
  el('compensateEventDefinition', activityRef === undefined ? {} : { activityRef });

/** An activity with a compensation handler: the task `h<id>`, by the boundary event `b<id>`. */
export const undoable = (id: string, activity: string = task(id)): readonly string[] => [
  activity,
  boundary(`b${id}`, id, compensate()),
  el('task', { id: `h${id}`, isForCompensation: true }),
  el('association', { id: `as${id}`, sourceRef: `b${id}`, targetRef: `h${id}`, associationDirection: 'One' }),
];

export const message = (id: string, name: string, correlationKey?: string): string =>
  el(
    'message',
    { id, name },
    ...(correlationKey === undefined ? [] : [ext(el('zeebe:subscription', { correlationKey }))]),
  );
export const signal = (id: string, name: string): string => el('signal', { id, name });
export const error = (id: string, errorCode: string): string => el('error', { id, errorCode });
export const escalation = (id: string, escalationCode: string): string => el('escalation', { id, escalationCode });

export const multiInstance = (attributes: Attributes, isSequential = false, completion?: string): string =>
  el(
    'multiInstanceLoopCharacteristics',
    { isSequential },
    ext(el('zeebe:loopCharacteristics', attributes)),
    ...(completion === undefined ? [] : [expression('completionCondition', completion)]),
  );
export const standardLoop = (condition: string, attributes: Attributes = {}): string =>
  el('standardLoopCharacteristics', attributes, expression('loopCondition', condition));

/** A process `p` whose activity `c` calls the process `q`; the boundary event `caught` leads to the user task `fix`. */
export const callWithBoundary = (event: string): string =>
  process('p', start(), call('c', 'q'), boundary('caught', 'c', event), user('fix'), flow('s c'), flow('caught fix'));
