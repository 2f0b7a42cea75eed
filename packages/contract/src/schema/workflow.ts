import { type Static, Type } from 'typebox';
import { jsonObject, timestamp } from './common.js';

export const workflowSchema = Type.Object(
  { id: Type.String(), name: Type.String(), description: Type.String() },
  { title: 'Workflow' },
);
export type Workflow = Static<typeof workflowSchema>;

/** States of a run (D21). */
export const runStates = ['RACING', 'PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'] as const;
export type RunState = (typeof runStates)[number];

const runState = Type.Enum(runStates, { type: 'string', description: 'State of the run' });

export const runSchema = Type.Object(
  {
    id: Type.String(),
    workflowId: Type.String(),
    processId: Type.String(),
    state: runState,
    createdTs: timestamp('Creation time'),
    stageKey: Type.Optional(Type.String({ description: 'With include=stageKey' })),
    updatedTs: Type.Optional(timestamp('With include=updatedTs')),
  },
  { title: 'WorkflowRun' },
);
export type WorkflowRun = Static<typeof runSchema>;

/** The `runId` member of execute and resume. */
export const runIdSchema = Type.Object(
  { id: Type.String({ description: 'The run' }), state: runState },
  { title: 'RunId' },
);

/** States of a human task. */
export const taskStates = ['OPEN', 'COMPLETED', 'CANCELLED'] as const;

export const taskSchema = Type.Object(
  {
    id: Type.String(),
    runId: Type.String(),
    workflowId: Type.String(),
    processId: Type.String(),
    elementId: Type.String({ description: 'Id of the user task in the diagram' }),
    name: Type.String(),
    state: Type.Enum(taskStates, { type: 'string' }),
    assignee: Type.Union([Type.String(), Type.Null()], { description: 'User id' }),
    candidateGroups: Type.Array(Type.String(), { description: 'Roles whose members may claim it' }),
    candidateUsers: Type.Array(Type.String()),
    dueTs: Type.Union([timestamp('Due date'), Type.Null()]),
    followUpTs: Type.Union([timestamp('Follow-up date'), Type.Null()]),
    priority: Type.Integer({ description: '0 to 100, default 50' }),
    form: Type.Union([jsonObject('JSON Schema of the payload, or a reference to a form'), Type.Null()]),
    approved: Type.Union([Type.Boolean(), Type.Null()], { description: 'The decision, once completed' }),
    createdTs: timestamp('Creation time'),
    completedTs: Type.Union([timestamp('Completion time'), Type.Null()]),
  },
  { title: 'Task' },
);
export type Task = Static<typeof taskSchema>;

/** An external job as a worker sees it; names as in the field's job workers. */
export const activatedJobSchema = Type.Object(
  {
    key: Type.String(),
    type: Type.String(),
    runId: Type.String(),
    workflowId: Type.String(),
    processId: Type.String(),
    elementId: Type.String(),
    customHeaders: jsonObject('Task headers of the diagram'),
    variables: jsonObject('Input of the job'),
    retries: Type.Integer({ description: 'Attempts left, this one included' }),
    deadline: timestamp('When the lease ends'),
    token: Type.String({ description: 'Fencing token: send it with every report about this job' }),
    idempotencyKey: Type.String({ description: 'Stable across attempts' }),
  },
  { title: 'ActivatedJob' },
);

export const incidentSchema = Type.Object(
  {
    id: Type.String(),
    elementId: Type.String(),
    kind: Type.String(),
    message: Type.String(),
    jobKey: Type.Union([Type.String(), Type.Null()]),
    createdTs: timestamp('When it was raised'),
    resolvedTs: Type.Union([timestamp('When it was resolved'), Type.Null()]),
  },
  { title: 'Incident' },
);

export const timelineEntrySchema = Type.Object(
  {
    sequence: Type.Integer({ description: 'Order within the run, from 1' }),
    at: timestamp('When'),
    event: Type.String({ description: 'entered, completed, cancelled, flowTaken, variables, incident, …' }),
    elementId: Type.Union([Type.String(), Type.Null()]),
    key: Type.Union([Type.Integer(), Type.Null()], { description: 'Element instance within the run' }),
    scopeKey: Type.Union([Type.Integer(), Type.Null()], { description: 'Enclosing instance' }),
    detail: Type.Union([jsonObject('Variables changed, messages'), Type.Null()]),
  },
  { title: 'TimelineEntry' },
);

export const runJobSchema = Type.Object(
  {
    key: Type.String(),
    type: Type.String(),
    elementId: Type.String(),
    state: Type.String({ description: 'OPEN, LEASED or FAILED' }),
    retries: Type.Integer(),
    dueTs: timestamp('When it may be taken next'),
    lastError: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'RunJob' },
);

export const runTimerSchema = Type.Object(
  { key: Type.String(), elementId: Type.String(), dueTs: timestamp('When it fires') },
  { title: 'RunTimer' },
);

export const runWaitSchema = Type.Object(
  {
    elementId: Type.String(),
    kind: Type.String({ description: 'message, signal or condition' }),
    name: Type.Union([Type.String(), Type.Null()]),
    correlationKey: Type.Union([Type.String(), Type.Null()]),
  },
  { title: 'RunWait' },
);
