/** A BPMN file around the elements of one process, as a modeler would write it. */
export function bpmn(processId: string, elements: string, definitions = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL"
    xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    id="Definitions_${processId}" targetNamespace="urn:millrace:acceptance">
  ${definitions}
  <bpmn:process id="${processId}" isExecutable="true">
    ${elements}
  </bpmn:process>
</bpmn:definitions>`;
}

/** A sequence flow, with a FEEL condition where one is given. */
export function flow(source: string, target: string, condition?: string): string {
  const inner = condition
    ? `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">=${xml(condition)}</bpmn:conditionExpression>`
    : '';
  return `<bpmn:sequenceFlow id="flow_${source}_${target}" sourceRef="${source}" targetRef="${target}">${inner}</bpmn:sequenceFlow>`;
}

/** Flows along a line of elements. */
export const line = (...ids: readonly string[]): string =>
  ids
    .slice(1)
    .map((id, index) => flow(ids[index] ?? '', id))
    .join('\n');

export const start = (id = 'start'): string => `<bpmn:startEvent id="${id}" />`;
export const end = (id = 'end'): string => `<bpmn:endEvent id="${id}" />`;

/** A human task; `form` is the JSON Schema of its payload. */
export const userTask = (id: string, form = ''): string => `<bpmn:userTask id="${id}" name="${id}">
  <bpmn:extensionElements><zeebe:userTask />${form}</bpmn:extensionElements></bpmn:userTask>`;

/** A service task of a job type, with FEEL inputs by name. */
export function serviceTask(
  id: string,
  type: string,
  inputs: Readonly<Record<string, string>> = {},
  retries = 3,
): string {
  const mapping = Object.entries(inputs).map(
    ([target, source]) => `<zeebe:input source="=${xml(source)}" target="${target}" />`,
  );
  return `<bpmn:serviceTask id="${id}"><bpmn:extensionElements>
    <zeebe:taskDefinition type="${type}" retries="${retries}" />
    ${mapping.length === 0 ? '' : `<zeebe:ioMapping>${mapping.join('')}</zeebe:ioMapping>`}
  </bpmn:extensionElements></bpmn:serviceTask>`;
}

/** Sets fields of the process to FEEL values, in the transaction of the step. */
export const updateTask = (id: string, updates: string): string => serviceTask(id, 'process.update', { updates });

/** Waits for an ISO 8601 duration. */
export const timer = (id: string, duration: string): string => `<bpmn:intermediateCatchEvent id="${id}">
  <bpmn:timerEventDefinition id="${id}_definition">
    <bpmn:timeDuration xsi:type="bpmn:tFormalExpression">${duration}</bpmn:timeDuration>
  </bpmn:timerEventDefinition></bpmn:intermediateCatchEvent>`;

const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** An intermediate event that waits for a message or a signal. */
export const catchEvent = (id: string, kind: 'message' | 'signal', ref: string) =>
  `<bpmn:intermediateCatchEvent id="${id}">
    <bpmn:${kind}EventDefinition id="${id}_definition" ${kind}Ref="${ref}" />
  </bpmn:intermediateCatchEvent>`;
