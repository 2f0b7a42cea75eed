import { bpmn, catchEvent, end, flow, line, serviceTask, start, timer, updateTask, userTask } from './bpmn.js';

/** A form of the approval task: a comment is required, an amount must be a number. */
const form = `{"type":"object","required":["comment"],"properties":{"comment":{"type":"string"},"amount":{"type":"number"}}}`;

/** Diagrams of the tests by file name. */
export const diagrams = {
  /** The decision is drawn: APPROVED or REJECTED, with the comment in the notes. */
  'approval.bpmn': bpmn(
    'approval',
    `${start()}${userTask('decide')}
    <bpmn:exclusiveGateway id="approved" default="flow_approved_setRejected" />
    ${updateTask('setApproved', '{state: "APPROVED", notes: comment}')}${updateTask('setRejected', '{state: "REJECTED"}')}
    ${end()}${line('start', 'decide', 'approved')}
    ${flow('approved', 'setApproved', 'approved = true')}${flow('approved', 'setRejected')}
    ${line('setApproved', 'end')}${line('setRejected', 'end')}`,
  ),
  /** An approval whose rejection is not drawn (D24). */
  'unmodelled.bpmn': bpmn(
    'unmodelled',
    `${start()}${userTask('decide')}${updateTask('after', '{notes: "went on"}')}${end()}
    ${line('start', 'decide', 'after', 'end')}`,
  ),
  /** A rejection caught by a boundary event with code REJECTED (D24). */
  'boundary.bpmn': bpmn(
    'boundary',
    `${start()}${userTask('decide')}${updateTask('after', '{notes: "approved"}')}${end()}
    <bpmn:boundaryEvent id="caught" attachedToRef="decide">
      <bpmn:errorEventDefinition id="caught_definition" errorRef="rejected" />
    </bpmn:boundaryEvent>
    ${updateTask('refused', '{notes: "rejected"}')}${end('refusedEnd')}
    ${line('start', 'decide', 'after', 'end')}${line('caught', 'refused', 'refusedEnd')}`,
    '<bpmn:error id="rejected" errorCode="REJECTED" />',
  ),
  /** A payload that must fit a form. */
  'form.bpmn': bpmn(
    'form',
    `<bpmn:extensionElements><zeebe:userTaskForm id="comment">${form.replaceAll('"', '&quot;')}</zeebe:userTaskForm></bpmn:extensionElements>
    ${start()}${userTask('decide', '<zeebe:formDefinition formKey="camunda-forms:bpmn:comment" />')}
    ${updateTask('note', '{notes: comment}')}${end()}${line('start', 'decide', 'note', 'end')}`,
  ),
  /** Two approvals open at once. */
  'parallel.bpmn': bpmn(
    'parallel',
    `${start()}<bpmn:parallelGateway id="split" />${userTask('first')}${userTask('second')}
    <bpmn:parallelGateway id="join" />${updateTask('after', '{notes: "both"}')}${end()}
    ${line('start', 'split', 'first', 'join', 'after', 'end')}${line('split', 'second', 'join')}`,
  ),
  'timer.bpmn': bpmn(
    'timer',
    `${start()}${timer('wait', 'PT1S')}${updateTask('after', '{notes: "time passed"}')}${end()}
    ${line('start', 'wait', 'after', 'end')}`,
  ),
  /** An approval with a timer beside it. */
  'besides.bpmn': bpmn(
    'besides',
    `${start()}<bpmn:parallelGateway id="split" />${userTask('decide')}${timer('wait', 'PT1S')}
    <bpmn:parallelGateway id="join" />${end()}
    ${line('start', 'split', 'decide', 'join', 'end')}${line('split', 'wait', 'join')}`,
  ),
  'straight.bpmn': bpmn(
    'straight',
    `${start()}${updateTask('note', '{notes: otherDetails.note}')}${end()}${line('start', 'note', 'end')}`,
  ),
  /** Work of an outside worker. */
  'job.bpmn': bpmn(
    'job',
    `${start()}${serviceTask('work', 'acceptance-work', { supplier: 'process.fields.supplier' })}
    <bpmn:boundaryEvent id="caught" attachedToRef="work">
      <bpmn:errorEventDefinition id="caught_definition" errorRef="broken" />
    </bpmn:boundaryEvent>
    ${updateTask('after', '{notes: result}')}${updateTask('broke', '{notes: "caught"}')}${end()}${end('brokenEnd')}
    ${line('start', 'work', 'after', 'end')}${line('caught', 'broke', 'brokenEnd')}`,
    '<bpmn:error id="broken" errorCode="BROKEN" />',
  ),
  /** An ad-hoc sub-process of a worker; its user task has a listener. */
  'agent.bpmn': bpmn(
    'agent',
    `${start()}<bpmn:adHocSubProcess id="tools"><bpmn:extensionElements>
      <zeebe:taskDefinition type="acceptance-agent" />
      <zeebe:adHoc outputCollection="answers" outputElement="=answer" /></bpmn:extensionElements>
      <bpmn:userTask id="ask"><bpmn:extensionElements><zeebe:userTask />
        <zeebe:taskListeners><zeebe:taskListener eventType="completing" type="acceptance-listener" /></zeebe:taskListeners>
      </bpmn:extensionElements></bpmn:userTask>
      <bpmn:scriptTask id="look"><bpmn:extensionElements><zeebe:script expression="=42" resultVariable="answer" />
      </bpmn:extensionElements></bpmn:scriptTask></bpmn:adHocSubProcess>
    ${updateTask('after', '{notes: string(count(answers))}')}${end()}${line('start', 'tools', 'after', 'end')}`,
  ),
  /** Fails in the transaction: there is no variable `supplierName`, and the required field cannot be null. */
  'incident.bpmn': bpmn(
    'incident',
    `${start()}${updateTask('broken', '{supplier: supplierName}')}${end()}${line('start', 'broken', 'end')}`,
  ),
  'message.bpmn': bpmn(
    'message',
    `${start()}${catchEvent('payment', 'message', 'paid')}${updateTask('after', '{amount: amount}')}${end()}${line('start', 'payment', 'after', 'end')}`,
    `<bpmn:message id="paid" name="invoice-paid"><bpmn:extensionElements>
      <zeebe:subscription correlationKey="=process.id" /></bpmn:extensionElements></bpmn:message>`,
  ),
  'signal.bpmn': bpmn(
    'signal',
    `${start()}${catchEvent('closing', 'signal', 'closed')}${updateTask('after', '{notes: "closed"}')}${end()}${line('start', 'closing', 'after', 'end')}`,
    '<bpmn:signal id="closed" name="books-closed" />',
  ),
} as const;

/** Workflow entries of a document, one per diagram, on the stage `stage_init`. */
export const workflowEntries = Object.keys(diagrams).map((file) => ({
  key: file.replace('.bpmn', ''),
  name: file.replace('.bpmn', ''),
  description: `The diagram ${file}`,
  stages: ['stage_init'],
  file,
}));
