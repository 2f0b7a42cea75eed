import type { DrawnElement } from '../drawing/moddle.js';
import { partOf, partsOf } from '../drawing/moddle.js';
import { type Place, readPlace } from './place.js';

/** A property of an element, as its form shows it. The names of labels, hints and choices are those of the messages. */
export interface Property {
  readonly id: string;
  readonly place: Place;
  readonly kind: 'text' | 'expression' | 'lines' | 'choice' | 'switch' | 'timer';
  /** Values of a choice; the empty one is what counts when nothing is said. */
  readonly choices?: readonly string[];
  /** An example of what may be written. */
  readonly example?: string;
}

export interface Section {
  readonly id:
    | 'general'
    | 'people'
    | 'votes'
    | 'form'
    | 'job'
    | 'settings'
    | 'flow'
    | 'event'
    | 'loop'
    | 'called'
    | 'mappings';
  readonly properties: readonly Property[];
}

const extension = (type: string, name: string): Place => ({ at: 'extension', type: `zeebe:${type}`, name });
const approval = (name: string): Place => ({ at: 'extension', type: 'millrace:Approval', name });

const name: Property = { id: 'name', place: { at: 'element', name: 'name' }, kind: 'lines' };
const elementId: Property = { id: 'elementId', place: { at: 'element', name: 'id' }, kind: 'text' };

const people: Section = {
  id: 'people',
  properties: [
    {
      id: 'candidateGroups',
      place: extension('AssignmentDefinition', 'candidateGroups'),
      kind: 'expression',
      example: '=["OWNER", "MANAGER"]',
    },
    {
      id: 'candidateUsers',
      place: extension('AssignmentDefinition', 'candidateUsers'),
      kind: 'expression',
      example: '=["ann@example.com"]',
    },
    {
      id: 'assignee',
      place: extension('AssignmentDefinition', 'assignee'),
      kind: 'expression',
      example: '=process.fields.assignee',
    },
    {
      id: 'dueDate',
      place: extension('TaskSchedule', 'dueDate'),
      kind: 'expression',
      example: '=now() + duration("P2D")',
    },
    { id: 'followUpDate', place: extension('TaskSchedule', 'followUpDate'), kind: 'expression' },
    { id: 'priority', place: extension('PriorityDefinition', 'priority'), kind: 'expression', example: '50' },
  ],
};

const votes: Section = {
  id: 'votes',
  properties: [
    { id: 'decision', place: { at: 'element', name: 'decision' }, kind: 'choice', choices: ['', 'none'] },
    { id: 'quorum', place: approval('quorum'), kind: 'expression', example: '2' },
    { id: 'veto', place: approval('veto'), kind: 'choice', choices: ['', 'quorum', 'none'] },
    { id: 'reason', place: approval('reason'), kind: 'choice', choices: ['', 'onReject', 'always'] },
    { id: 'separation', place: approval('separation'), kind: 'text', example: 'starter, field:supplier' },
    { id: 'attachments', place: approval('attachments'), kind: 'switch' },
    { id: 'matrix', place: approval('matrix'), kind: 'expression', example: 'approval-matrix' },
  ],
};

const form: Section = {
  id: 'form',
  properties: [
    { id: 'formKey', place: extension('FormDefinition', 'formKey'), kind: 'text' },
    { id: 'formId', place: extension('FormDefinition', 'formId'), kind: 'text' },
  ],
};

/** Job types that the server itself carries out, and what they are told (docs/guide/job-types.md). */
export const jobTypes: Readonly<Record<string, readonly Property[]>> = {
  'process.update': [
    { id: 'updates', place: { at: 'setting', name: 'updates' }, kind: 'expression', example: '={state: "APPROVED"}' },
  ],
  http: [
    { id: 'url', place: { at: 'setting', name: 'url' }, kind: 'expression', example: 'https://ledger.example.com/' },
    {
      id: 'method',
      place: { at: 'setting', name: 'method' },
      kind: 'choice',
      choices: ['', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'],
    },
    { id: 'headers', place: { at: 'setting', name: 'headers' }, kind: 'expression' },
    { id: 'query', place: { at: 'setting', name: 'query' }, kind: 'expression' },
    {
      id: 'body',
      place: { at: 'setting', name: 'body' },
      kind: 'expression',
      example: '={amount: process.fields.amount}',
    },
    { id: 'errorStatuses', place: { at: 'setting', name: 'errorStatuses' }, kind: 'expression', example: '409' },
    { id: 'retryStatuses', place: { at: 'setting', name: 'retryStatuses' }, kind: 'expression', example: '429, 5xx' },
    { id: 'resultVariable', place: { at: 'setting', name: 'resultVariable' }, kind: 'text', example: 'response' },
  ],
  email: [
    { id: 'to', place: { at: 'setting', name: 'to' }, kind: 'expression', example: 'Ann <ann@example.com>' },
    { id: 'cc', place: { at: 'setting', name: 'cc' }, kind: 'expression' },
    { id: 'bcc', place: { at: 'setting', name: 'bcc' }, kind: 'expression' },
    { id: 'subject', place: { at: 'setting', name: 'subject' }, kind: 'expression' },
    { id: 'text', place: { at: 'setting', name: 'text' }, kind: 'expression' },
    { id: 'html', place: { at: 'setting', name: 'html' }, kind: 'expression' },
    { id: 'resultVariable', place: { at: 'setting', name: 'resultVariable' }, kind: 'text', example: 'email' },
  ],
  event: [
    { id: 'eventName', place: { at: 'setting', name: 'name' }, kind: 'expression', example: 'invoice.approved' },
    { id: 'data', place: { at: 'setting', name: 'data' }, kind: 'expression' },
  ],
};

export const jobType: Place = extension('TaskDefinition', 'type');

const job: Section = {
  id: 'job',
  properties: [
    { id: 'jobType', place: jobType, kind: 'expression' },
    { id: 'retries', place: extension('TaskDefinition', 'retries'), kind: 'expression', example: '3' },
  ],
};

const loop: Section = {
  id: 'loop',
  properties: [
    ...['inputCollection', 'inputElement', 'outputCollection', 'outputElement'].map(
      (each): Property => ({
        id: each,
        place: { at: 'extension', type: 'zeebe:LoopCharacteristics', name: each, of: 'loop' },
        kind: 'expression',
      }),
    ),
    {
      id: 'completionCondition',
      place: { at: 'expression', name: 'completionCondition', of: 'loop' },
      kind: 'expression',
    },
  ],
};

/** What an event is about, by the type of its definition. */
const eventProperties: Readonly<Record<string, readonly Property[]>> = {
  'bpmn:MessageEventDefinition': [
    { id: 'messageName', place: { at: 'named', ref: 'messageRef', type: 'bpmn:Message', name: 'name' }, kind: 'text' },
    {
      id: 'correlationKey',
      place: { at: 'correlationKey' },
      kind: 'expression',
      example: '=process.fields.invoiceNumber',
    },
  ],
  'bpmn:SignalEventDefinition': [
    { id: 'signalName', place: { at: 'named', ref: 'signalRef', type: 'bpmn:Signal', name: 'name' }, kind: 'text' },
  ],
  'bpmn:ErrorEventDefinition': [
    { id: 'errorCode', place: { at: 'named', ref: 'errorRef', type: 'bpmn:Error', name: 'errorCode' }, kind: 'text' },
  ],
  'bpmn:EscalationEventDefinition': [
    {
      id: 'escalationCode',
      place: { at: 'named', ref: 'escalationRef', type: 'bpmn:Escalation', name: 'escalationCode' },
      kind: 'text',
    },
  ],
  'bpmn:TimerEventDefinition': [
    {
      id: 'timer',
      place: { at: 'expression', name: 'timeDuration', of: 'event' },
      kind: 'timer',
      example: 'P2D',
    },
  ],
  'bpmn:ConditionalEventDefinition': [
    {
      id: 'condition',
      place: { at: 'expression', name: 'condition', of: 'event' },
      kind: 'expression',
      example: '=process.state = "PAID"',
    },
  ],
};

const JOB_TASKS = new Set(['bpmn:ServiceTask', 'bpmn:SendTask']);
const ACTIVITIES = /^bpmn:(?:\w*Task|SubProcess|Transaction|AdHocSubProcess|CallActivity)$/;
/** Gateways whose flows have conditions. Activities have such flows too. */
const DECIDING = /^bpmn:(?:ExclusiveGateway|InclusiveGateway|ComplexGateway)$/;

/** The forms of an element, in the order in which they are shown. */
export function sectionsOf(element: DrawnElement): readonly Section[] {
  const { businessObject } = element;
  const type = businessObject.$type;
  const [definition] = partsOf(businessObject, 'eventDefinitions');
  const isActivity = ACTIVITIES.test(type);
  const loopType = partOf(businessObject, 'loopCharacteristics')?.$type;
  const sections: readonly Section[] = [
    { id: 'general', properties: type === 'bpmn:Process' ? [name, elementId, executable] : [name, elementId] },
    ...(type === 'bpmn:UserTask' ? [people, votes, form] : []),
    ...(JOB_TASKS.has(type) || isJob(element, type) ? jobSections(element) : []),
    ...(type === 'bpmn:ScriptTask' && !isJob(element, type) ? [script] : []),
    ...(type === 'bpmn:BusinessRuleTask' && !isJob(element, type) ? [decisionTask] : []),
    ...(type === 'bpmn:CallActivity' ? [called] : []),
    ...(type === 'bpmn:ReceiveTask' ? [eventSection('bpmn:MessageEventDefinition')] : []),
    ...(definition === undefined ? [] : [eventSection(definition.$type)]),
    ...(type === 'bpmn:SequenceFlow' ? flowSections(businessObject.sourceRef?.$type ?? '') : []),
    ...(loopType === 'bpmn:MultiInstanceLoopCharacteristics' ? [loop] : []),
    ...(isActivity ? [{ id: 'mappings', properties: [] } as const] : []),
  ];
  return sections.filter(({ id, properties }) => id === 'mappings' || properties.length > 0);
}

const executable: Property = { id: 'isExecutable', place: { at: 'element', name: 'isExecutable' }, kind: 'switch' };

const script: Section = {
  id: 'settings',
  properties: [
    {
      id: 'expression',
      place: extension('Script', 'expression'),
      kind: 'expression',
      example: '=process.fields.amount * 2',
    },
    { id: 'resultVariable', place: extension('Script', 'resultVariable'), kind: 'text' },
  ],
};

const decisionTask: Section = {
  id: 'called',
  properties: [
    { id: 'decisionId', place: extension('CalledDecision', 'decisionId'), kind: 'text' },
    { id: 'resultVariable', place: extension('CalledDecision', 'resultVariable'), kind: 'text' },
  ],
};

const called: Section = {
  id: 'called',
  properties: [{ id: 'processId', place: extension('CalledElement', 'processId'), kind: 'expression' }],
};

const eventSection = (definition: string): Section => ({ id: 'event', properties: eventProperties[definition] ?? [] });

function flowSections(source: string): readonly Section[] {
  if (!DECIDING.test(source) && !ACTIVITIES.test(source)) return [];
  const condition: Property = {
    id: 'condition',
    place: { at: 'expression', name: 'conditionExpression' },
    kind: 'expression',
    example: '=approved',
  };
  return [{ id: 'flow', properties: [condition, { id: 'default', place: { at: 'default' }, kind: 'switch' }] }];
}

/** A task of another kind that opens a job, because its definition names a type. */
const isJob = (element: DrawnElement, type: string): boolean =>
  ACTIVITIES.test(type) && type !== 'bpmn:UserTask' && readPlace(element, jobType) !== '';

function jobSections(element: DrawnElement): readonly Section[] {
  const settings = jobTypes[readPlace(element, jobType)];
  return [job, ...(settings === undefined ? [] : [{ id: 'settings', properties: settings } as const])];
}

/** Inputs that the form of the job type shows, so that the list of mappings leaves them out. */
export const settingNames = (element: DrawnElement): ReadonlySet<string> =>
  new Set(
    sectionsOf(element)
      .flatMap(({ properties }) => properties)
      .flatMap(({ place }) => (place.at === 'setting' ? [place.name] : [])),
  );
