import { readFile } from 'node:fs/promises';

const approval = new URL('../../examples/invoice-approvals/manager-approval.bpmn', import.meta.url);

/** The workflows that are measured, by the keys of the configuration; the approval is the one of the examples. */
export const workflowFiles = async () => ({
  'manager-approval.bpmn': await readFile(approval, 'utf8'),
  'call.bpmn': serviceTask(
    'call',
    `<zeebe:taskDefinition type="http" />
        <zeebe:ioMapping>
          <zeebe:input source="=otherDetails.url" target="url" />
          <zeebe:output source="=response.body.rating" target="rating" />
        </zeebe:ioMapping>`,
  ),
  'external.bpmn': serviceTask('external', '<zeebe:taskDefinition type="bench" />'),
});

/** Start, one service task, end. */
const serviceTask = (id, definition) => `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0" id="Definitions_${id}" targetNamespace="urn:millrace:bench">
  <bpmn:process id="${id}" isExecutable="true">
    <bpmn:startEvent id="Start"><bpmn:outgoing>To_Task</bpmn:outgoing></bpmn:startEvent>
    <bpmn:serviceTask id="Task">
      <bpmn:extensionElements>
        ${definition}
      </bpmn:extensionElements>
      <bpmn:incoming>To_Task</bpmn:incoming>
      <bpmn:outgoing>To_End</bpmn:outgoing>
    </bpmn:serviceTask>
    <bpmn:endEvent id="End"><bpmn:incoming>To_End</bpmn:incoming></bpmn:endEvent>
    <bpmn:sequenceFlow id="To_Task" sourceRef="Start" targetRef="Task" />
    <bpmn:sequenceFlow id="To_End" sourceRef="Task" targetRef="End" />
  </bpmn:process>
</bpmn:definitions>
`;
