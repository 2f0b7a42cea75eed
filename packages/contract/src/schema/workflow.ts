import type { Static } from 'typebox';
import { clockSummarySchema } from './clock-summary.js';
import { jsonObject, list, timestamp } from './common.js';
import { taskApprovalSchema } from './task-approval.js';
import { Type } from './type.js';

export const workflowSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the workflow, the same in every version' }),
    name: Type.String({ description: 'Name of the workflow' }),
    description: Type.String({ description: 'What the workflow does' }),
  },
  { title: 'Workflow', description: 'A workflow' },
);
export type Workflow = Static<typeof workflowSchema>;

/** States of a run (D21). */
export const runStates = ['RACING', 'PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'] as const;
export type RunState = (typeof runStates)[number];

const runState = Type.Enum(runStates, {
  type: 'string',
  description:
    'State of the run: RACING (running), PAUSED (waits for a person or an event), COMPLETED, REJECTED (ended by a rejection), FAILED (stopped by an incident) or CANCELLED',
});

/** What the caller may do with a task now. */
export const taskActionsSchema = Type.Object(
  {
    claim: Type.Boolean({ description: 'Whether claimTask would assign the task to the caller' }),
    release: Type.Boolean({ description: 'Whether releaseTask would give the task back to its candidates' }),
    decide: Type.Boolean({
      description:
        'Whether the caller may complete the task, or vote on it. In lists without the rules of separation, which getTask and the vote judge',
    }),
    assign: Type.Boolean({ description: 'Whether the caller may give the task to somebody' }),
    update: Type.Boolean({ description: 'Whether the caller may change due date, follow-up date and priority' }),
  },
  { title: 'TaskActions', description: 'What the caller may do with the task now' },
);
export type TaskActions = Static<typeof taskActionsSchema>;

/** What the caller may do with a run now. */
export const runActionsSchema = Type.Object(
  {
    cancel: Type.Boolean({ description: 'Whether cancelWorkflowRun would end the run' }),
    modify: Type.Boolean({
      description:
        'Whether modifyRun, migrateRun, moveToken and activateElements would take a request that fits the run',
    }),
    retry: Type.Boolean({ description: 'Whether the run has an open incident that retryIncident would try again' }),
  },
  { title: 'RunActions', description: 'What the caller may do with the run now' },
);

/** What a list of runs shows of the newest open incident of a run. */
const runIncidentSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the incident' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    kind: Type.String({ description: 'Kind of problem' }),
    message: Type.String({ description: 'What happened' }),
    createdTs: timestamp('When the incident was raised'),
    openCount: Type.Integer({ description: 'Number of open incidents of the run' }),
  },
  { title: 'RunIncident', description: 'The newest open incident of a run' },
);

export const runSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the run' }),
    workflowId: Type.String({ description: 'Id of the workflow that is executed' }),
    processId: Type.String({ description: 'Id of the process that the run works on' }),
    state: runState,
    createdTs: timestamp('When the run was started'),
    stageKey: Type.Optional(
      Type.String({ description: 'Stage that the run was started on. Present with include=stageKey' }),
    ),
    updatedTs: Type.Optional(timestamp('When the run last changed. Present with include=updatedTs')),
    endedTs: Type.Optional(
      Type.Union([timestamp('When the run ended'), Type.Null()], {
        description: 'When the run ended; null while it has not. Present with include=endedTs',
      }),
    ),
    workflowVersion: Type.Optional(
      Type.String({
        description: 'Version of the workflow that the run follows. Present with include=workflowVersion',
      }),
    ),
    activeElements: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Ids of the elements that hold a token. Present with include=activeElements',
      }),
    ),
    incident: Type.Optional(
      Type.Union([runIncidentSchema, Type.Null()], {
        description: 'The newest open incident; null when there is none. Present with include=incident',
      }),
    ),
    allowed: Type.Optional(runActionsSchema),
  },
  { title: 'WorkflowRun', description: 'A run of a workflow on a process' },
);
export type WorkflowRun = Static<typeof runSchema>;

/** The `runId` member of execute and resume. */
export const runIdSchema = Type.Object(
  { id: Type.String({ description: 'Id of the run' }), state: runState },
  { title: 'RunId', description: 'The run and its state' },
);

/** The answer of operations that advance a run. */
export const runAnswerSchema = Type.Object(
  { runId: runIdSchema },
  { title: 'RunResponse', description: 'The run that an operation started or advanced' },
);

/** States of a human task. */
export const taskStates = ['OPEN', 'COMPLETED', 'CANCELLED'] as const;

export const taskSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the task' }),
    runId: Type.String({ description: 'Id of the run' }),
    workflowId: Type.String({ description: 'Id of the workflow' }),
    processId: Type.String({ description: 'Id of the process' }),
    elementId: Type.String({ description: 'Id of the user task in the diagram' }),
    name: Type.String({ description: 'Name of the user task in the diagram' }),
    state: Type.Enum(taskStates, { type: 'string', description: 'State of the task' }),
    assignee: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the user it is assigned to; null when it is not assigned',
    }),
    candidateGroups: Type.Array(Type.String(), { description: 'Roles whose members may claim the task' }),
    candidateUsers: Type.Array(Type.String(), { description: 'Ids of the users who may claim the task' }),
    dueTs: Type.Union([timestamp('Due date'), Type.Null()], { description: 'Due date' }),
    followUpTs: Type.Union([timestamp('Follow-up date'), Type.Null()], { description: 'Follow-up date' }),
    priority: Type.Integer({ description: 'Priority from 0 to 100, default 50' }),
    form: Type.Union([jsonObject('JSON Schema of the payload, or a reference to a form'), Type.Null()], {
      description: 'JSON Schema of the payload, or a reference to a form',
    }),
    approval: Type.Optional(taskApprovalSchema),
    approved: Type.Union([Type.Boolean(), Type.Null()], {
      description: 'The decision; null until the task is completed, and when changes were requested',
    }),
    createdTs: timestamp('When the task was created'),
    completedTs: Type.Union([timestamp('When the task was completed'), Type.Null()], {
      description: 'When the task was completed; null while it is open',
    }),
    allowed: Type.Optional(taskActionsSchema),
    clocks: Type.Optional(
      list(clockSummarySchema, 'Its clocks and those of its process, with include=clocks of getTasks'),
    ),
  },
  { title: 'Task', description: 'A human task' },
);
export type Task = Static<typeof taskSchema>;

/** An external job as a worker sees it; names as in the field's job workers. */
export const activatedJobSchema = Type.Object(
  {
    key: Type.String({ description: 'Key of the job' }),
    type: Type.String({ description: 'Job type, from the diagram' }),
    runId: Type.String({ description: 'Id of the run' }),
    workflowId: Type.String({ description: 'Id of the workflow' }),
    processId: Type.String({ description: 'Id of the process' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    customHeaders: jsonObject('Task headers of the diagram'),
    variables: jsonObject('Input variables of the job'),
    retries: Type.Integer({ description: 'Attempts left, including this one' }),
    deadline: timestamp('When the lease ends'),
    token: Type.String({ description: 'Fencing token. Send it with every report about this job' }),
    idempotencyKey: Type.String({ description: 'The same key in every attempt. Pass it on to the services you call' }),
  },
  { title: 'ActivatedJob', description: 'A job that is leased to a worker' },
);

export const incidentSchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the incident' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    kind: Type.String({ description: 'Kind of problem' }),
    message: Type.String({ description: 'What happened' }),
    jobKey: Type.Union([Type.String(), Type.Null()], {
      description: 'Key of the job that failed; null when no job is concerned',
    }),
    createdTs: timestamp('When the incident was raised'),
    resolvedTs: Type.Union([timestamp('When it was resolved'), Type.Null()], {
      description: 'When the incident was resolved; null while it is open',
    }),
  },
  { title: 'Incident', description: 'A problem that stops a part of a run until it is resolved' },
);

export const timelineEntrySchema = Type.Object(
  {
    sequence: Type.Integer({ description: 'Position within the run, from 1' }),
    at: timestamp('When it happened'),
    event: Type.String({ description: 'entered, completed, cancelled, flowTaken, variables, incident, commented, …' }),
    elementId: Type.Union([Type.String(), Type.Null()], {
      description: 'Id of the element in the diagram; null when the event concerns the whole run',
    }),
    key: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of the element instance within the run',
    }),
    scopeKey: Type.Union([Type.Integer(), Type.Null()], { description: 'Number of the enclosing element instance' }),
    detail: Type.Union([jsonObject('Variables changed, messages'), Type.Null()], {
      description: 'Changed variables, messages and the like',
    }),
  },
  { title: 'TimelineEntry', description: 'Something that happened in a run' },
);

export const runJobSchema = Type.Object(
  {
    key: Type.String({ description: 'Key of the job' }),
    type: Type.String({ description: 'Job type, from the diagram' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    state: Type.String({ description: 'OPEN, LEASED or FAILED' }),
    retries: Type.Integer({ description: 'Attempts left' }),
    dueTs: timestamp('When the job can be activated next'),
    lastError: Type.Union([Type.String(), Type.Null()], { description: 'Why the last attempt failed' }),
  },
  { title: 'RunJob', description: 'A job of a run' },
);

export const runTimerSchema = Type.Object(
  {
    key: Type.String({ description: 'Key of the timer' }),
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    dueTs: timestamp('When the timer fires'),
  },
  { title: 'RunTimer', description: 'A timer of a run' },
);

export const runWaitSchema = Type.Object(
  {
    elementId: Type.String({ description: 'Id of the element in the diagram' }),
    kind: Type.String({ description: 'message, signal or condition' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name of the message or signal' }),
    correlationKey: Type.Union([Type.String(), Type.Null()], { description: 'Correlation key of the message' }),
  },
  { title: 'RunWait', description: 'A message, signal or condition that a run waits for' },
);

export const taskAnswerSchema = Type.Object(
  { task: taskSchema },
  { title: 'TaskResponse', description: 'The answer of operations that change a task' },
);
