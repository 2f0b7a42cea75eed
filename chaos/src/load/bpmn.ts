const attribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A BPMN file of one executable process. */
export const bpmn = (processId: string, elements: readonly string[], roots = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
    xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" id="Definitions_${processId}" targetNamespace="urn:millrace:chaos">
  ${roots}<bpmn:process id="${processId}" isExecutable="true">${elements.join('\n')}</bpmn:process>
</bpmn:definitions>`;

/** Flows along a line of element ids. */
export const line = (...ids: readonly string[]): string =>
  ids
    .slice(1)
    .map((id, index) => flow(ids[index] ?? '', id))
    .join('');

export const flow = (source: string, target: string, condition?: string): string =>
  `<bpmn:sequenceFlow id="${source}-${target}" sourceRef="${source}" targetRef="${target}">${
    condition === undefined
      ? ''
      : `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${attribute(condition)}</bpmn:conditionExpression>`
  }</bpmn:sequenceFlow>`;

export const start = `<bpmn:startEvent id="start" />`;
export const end = `<bpmn:endEvent id="end" />`;
export const parallel = (id: string): string => `<bpmn:parallelGateway id="${id}" />`;
export const exclusive = (id: string, byDefault?: string): string =>
  `<bpmn:exclusiveGateway id="${id}"${byDefault === undefined ? '' : ` default="${byDefault}"`} />`;

export const userTask = (id: string): string =>
  `<bpmn:userTask id="${id}"><bpmn:extensionElements><zeebe:userTask /></bpmn:extensionElements></bpmn:userTask>`;

interface ServiceOptions {
  readonly inputs?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly retries?: number;
}

export function service(id: string, type: string, options: ServiceOptions = {}): string {
  const { inputs = {}, headers = {}, retries = 3 } = options;
  const mappings = Object.entries(inputs).map(
    ([target, source]) => `<zeebe:input source="${attribute(source)}" target="${target}" />`,
  );
  const given = Object.entries(headers).map(
    ([key, value]) => `<zeebe:header key="${key}" value="${attribute(value)}" />`,
  );
  return `<bpmn:serviceTask id="${id}"><bpmn:extensionElements>
    <zeebe:taskDefinition type="${type}" retries="${retries}" /><zeebe:taskHeaders>${given.join('')}</zeebe:taskHeaders>
    ${mappings.length === 0 ? '' : `<zeebe:ioMapping>${mappings.join('')}</zeebe:ioMapping>`}
  </bpmn:extensionElements></bpmn:serviceTask>`;
}

export const update = (id: string, updates: string): string =>
  service(id, 'process.update', { inputs: { updates: `=${updates}` } });

export const timer = (id: string, duration: string): string =>
  `<bpmn:intermediateCatchEvent id="${id}"><bpmn:timerEventDefinition><bpmn:timeDuration
    xsi:type="bpmn:tFormalExpression">${duration}</bpmn:timeDuration></bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`;

export const call = (id: string, processId: string): string =>
  `<bpmn:callActivity id="${id}"><bpmn:extensionElements><zeebe:calledElement processId="${processId}"
    propagateAllChildVariables="false" /></bpmn:extensionElements></bpmn:callActivity>`;

export const boundaryError = (id: string, host: string, errorId: string): string =>
  `<bpmn:boundaryEvent id="${id}" attachedToRef="${host}"><bpmn:errorEventDefinition errorRef="${errorId}" /></bpmn:boundaryEvent>`;

export const catchMessage = (id: string, messageId: string): string =>
  `<bpmn:intermediateCatchEvent id="${id}"><bpmn:messageEventDefinition messageRef="${messageId}" /></bpmn:intermediateCatchEvent>`;

/** A send task without a job: the run publishes the message itself. */
export const sendMessage = (id: string, messageId: string): string =>
  `<bpmn:sendTask id="${id}" messageRef="${messageId}" />`;

export const error = (id: string, code: string): string => `<bpmn:error id="${id}" errorCode="${code}" />`;

export const message = (id: string, name: string, correlationKey: string): string =>
  `<bpmn:message id="${id}" name="${name}"><bpmn:extensionElements><zeebe:subscription
    correlationKey="${attribute(correlationKey)}" /></bpmn:extensionElements></bpmn:message>`;
