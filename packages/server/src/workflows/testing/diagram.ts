/** Parts of BPMN files for tests, so that a test reads as the diagram it is about. */

const NAMESPACES = [
  'xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"',
  'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"',
  'xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"',
].join(' ');

const quoted = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const tag = (name: string, attributes: Readonly<Record<string, string>>, ...content: readonly string[]): string => {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${quoted(value)}"`);
  return `<${name}${written.join('')}>${content.join('')}</${name}>`;
};

/** A BPMN file with one executable process; messages and signals may stand among the content. */
export function diagram(processId: string, ...content: readonly string[]): string {
  const isRoot = (part: string) => /^<bpmn:(message|signal|error) /.test(part);
  return file(...content.filter(isRoot), process(processId, ...content.filter((part) => !isRoot(part))));
}

/** A BPMN file of root elements. */
export const file = (...roots: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><bpmn:definitions ${NAMESPACES} id="Definitions" targetNamespace="t">${roots.join('')}</bpmn:definitions>`;

export const process = (id: string, ...content: readonly string[]): string =>
  tag('bpmn:process', { id, isExecutable: 'true' }, ...content);

/** Sequence flows `a-b`, `b-c` of a chain `a b c`; the condition stands on the last. */
export function flow(chain: string, condition?: string): string {
  const ids = chain.split(' ');
  return ids
    .slice(1)
    .map((target, index) => {
      const source = ids[index] ?? '';
      const body =
        condition === undefined || index < ids.length - 2 ? '' : expression('bpmn:conditionExpression', condition);
      return tag('bpmn:sequenceFlow', { id: `${source}-${target}`, sourceRef: source, targetRef: target }, body);
    })
    .join('');
}

const expression = (name: string, source: string): string =>
  tag(name, { 'xsi:type': 'bpmn:tFormalExpression' }, quoted(source));

const extension = (...content: readonly string[]): string => tag('bpmn:extensionElements', {}, ...content);

const inputs = (mappings: Readonly<Record<string, string>>): string =>
  tag(
    'zeebe:ioMapping',
    {},
    ...Object.entries(mappings).map(([target, source]) => tag('zeebe:input', { source, target })),
  );

export const start = (id = 's', ...content: readonly string[]): string => tag('bpmn:startEvent', { id }, ...content);
export const end = (id = 'e'): string => tag('bpmn:endEvent', { id });
export const fork = (id: string): string => tag('bpmn:parallelGateway', { id });
export const choice = (id: string, defaultFlow: string): string =>
  tag('bpmn:exclusiveGateway', { id, default: defaultFlow });

/** A user task; `assignment` holds assignee, candidateGroups or candidateUsers. */
export const user = (id: string, assignment: Readonly<Record<string, string>> = {}, priority?: string): string =>
  tag(
    'bpmn:userTask',
    { id, name: `Task ${id}` },
    extension(
      tag('zeebe:userTask', {}),
      ...(Object.keys(assignment).length === 0 ? [] : [tag('zeebe:assignmentDefinition', assignment)]),
      ...(priority === undefined ? [] : [tag('zeebe:priorityDefinition', { priority })]),
    ),
  );

/** A service task whose job type is its second argument. */
export const service = (
  id: string,
  type: string,
  options: { readonly retries?: number; readonly inputs?: Readonly<Record<string, string>> } = {},
): string =>
  tag(
    'bpmn:serviceTask',
    { id },
    extension(
      tag('zeebe:taskDefinition', { type, retries: String(options.retries ?? 3) }),
      ...(options.inputs === undefined ? [] : [inputs(options.inputs)]),
    ),
  );

/** A service task that changes the process inside the run's transaction. */
export const update = (id: string, updates: string): string => service(id, 'process.update', { inputs: { updates } });

export const script = (id: string, source: string, resultVariable: string): string =>
  tag('bpmn:scriptTask', { id }, extension(tag('zeebe:script', { expression: source, resultVariable })));

export const call = (id: string, processId: string): string =>
  tag(
    'bpmn:callActivity',
    { id },
    extension(tag('zeebe:calledElement', { processId, propagateAllChildVariables: 'true' })),
  );

/** A business rule task that evaluates a decision; its result is the variable `result`. */
export const decide = (
  id: string,
  decisionId: string,
  binding: Readonly<Record<string, string>> = {},
  mappings: Readonly<Record<string, string>> = {},
): string =>
  tag(
    'bpmn:businessRuleTask',
    { id },
    extension(tag('zeebe:calledDecision', { decisionId, resultVariable: 'result', ...binding }), inputs(mappings)),
  );

export const message = (id: string, name: string, correlationKey?: string): string =>
  tag(
    'bpmn:message',
    { id, name },
    correlationKey === undefined ? '' : extension(tag('zeebe:subscription', { correlationKey })),
  );
export const signal = (id: string, name: string): string => tag('bpmn:signal', { id, name });
export const error = (id: string, errorCode: string): string => tag('bpmn:error', { id, errorCode });

/** What an event waits for or throws. */
export const on = {
  timer: (duration: string) => tag('bpmn:timerEventDefinition', {}, expression('bpmn:timeDuration', duration)),
  cycle: (cycle: string) => tag('bpmn:timerEventDefinition', {}, expression('bpmn:timeCycle', cycle)),
  message: (id: string) => tag('bpmn:messageEventDefinition', { messageRef: id }),
  signal: (id: string) => tag('bpmn:signalEventDefinition', { signalRef: id }),
  error: (id: string) => tag('bpmn:errorEventDefinition', { errorRef: id }),
  condition: (source: string) => tag('bpmn:conditionalEventDefinition', {}, expression('bpmn:condition', source)),
};

export const catching = (id: string, definition: string): string =>
  tag('bpmn:intermediateCatchEvent', { id }, definition);
export const throwing = (id: string, definition: string): string =>
  tag('bpmn:intermediateThrowEvent', { id }, definition);
export const boundary = (id: string, attachedToRef: string, definition: string): string =>
  tag('bpmn:boundaryEvent', { id, attachedToRef }, definition);
