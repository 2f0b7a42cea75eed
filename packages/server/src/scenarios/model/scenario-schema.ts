import { Type } from '@millrace/contract';
import type { Static, TSchema } from 'typebox';
import { expectSchema } from './expect-schema.js';
import { mocksSchema, resultMembers } from './mock-schema.js';
import { strict, values } from './parts.js';

const workflow = Type.String({ minLength: 1, description: 'Key of the workflow in the sub-project document' });

const now = Type.String({
  description: 'Time at which the scenario begins, e.g. 2026-01-05T09:00:00Z. Default: that time, a Monday',
});

const process = Type.Object(
  {
    fields: Type.Optional(values('Fields of the process; checked like those of createProcess')),
    state: Type.Optional(Type.String({ description: 'Default: the initial state of the document' })),
    priority: Type.Optional(Type.String({ description: 'Default: the default priority of the document' })),
    stageKey: Type.Optional(Type.String({ description: 'Default: the default stage of the document' })),
  },
  { ...strict, description: 'The process that the workflow works on. Members of a scenario replace those of its file' },
);

/** Who acts: a role, a member of the document, or a person with roles. */
const as = Type.Union(
  [
    Type.String({ minLength: 1, description: 'A role, or a member of the document' }),
    Type.Object(
      {
        user: Type.String({ minLength: 1, description: 'User id or client id, as assignees are named' }),
        roles: Type.Optional(Type.Array(Type.String(), { uniqueItems: true })),
      },
      strict,
    ),
  ],
  { description: 'Who acts. Default: an administrator, who may do everything' },
);

const start = Type.Object(
  {
    otherDetails: Type.Optional(values('As in executeWorkflow')),
    event: Type.Optional(
      Type.String({ description: 'Id of a timer, message or signal start event. Default: the none start event' }),
    ),
    variables: Type.Optional(values('Variables of the message or signal of the start event')),
    as: Type.Optional(as),
  },
  { ...strict, description: 'How the run starts. Default: as with executeWorkflow, without otherDetails' },
);

const refused = Type.Union([Type.Boolean(), Type.Integer()], {
  description: 'The request must be refused: true, or with this number of the error catalogue',
});

const answer = (description: string) =>
  Type.Union(
    [
      Type.Null(),
      Type.String({ minLength: 1, description: 'Id of the user task' }),
      Type.Object(
        {
          task: Type.Optional(
            Type.String({ description: 'Id of the user task. Default: the oldest open task (of `as`, if given)' }),
          ),
          as: Type.Optional(as),
          payload: Type.Optional(values('Variables that the task sets; checked against its form')),
          reason: Type.Optional(
            Type.String({ description: 'Reason of a vote, on a task that several persons decide' }),
          ),
        },
        strict,
      ),
    ],
    { description },
  );

const job = Type.Object(
  {
    element: Type.Optional(Type.String({ description: 'Id of the element of the job' })),
    type: Type.Optional(Type.String({ description: 'Type of the job' })),
    retries: Type.Optional(
      Type.Integer({ minimum: 0, description: 'With `fail`: attempts that are left. Default: one less than before' }),
    ),
    ...resultMembers,
  },
  { ...strict, description: 'Reports the result of the oldest waiting job of the element or type' },
);

const message = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    correlationKey: Type.Optional(Type.String({ description: 'Default: empty, which can only start a workflow' })),
    variables: Type.Optional(values('Variables of the message')),
    timeToLive: Type.Optional(Type.Integer({ minimum: 0, description: 'Milliseconds. Default: one hour' })),
    outcome: Type.Optional(
      Type.Enum(['correlated', 'started', 'buffered', 'discarded'], { description: 'What must become of the message' }),
    ),
  },
  { ...strict, description: 'Publishes a message' },
);

const signal = Type.Union(
  [
    Type.String({ minLength: 1 }),
    Type.Object({ name: Type.String({ minLength: 1 }), variables: Type.Optional(values('')) }, strict),
  ],
  { description: 'Broadcasts a signal' },
);

const wait = Type.Union(
  [
    Type.String({ minLength: 1, description: 'A duration: 3 days, 1 hour 30 minutes, or ISO 8601 such as P3D' }),
    Type.Object({ until: Type.String({ description: 'A date and time, e.g. 2026-01-08T09:00:00Z' }) }, strict),
  ],
  { description: 'Moves the clock. Timers and repeated attempts that become due take place in their order' },
);

const retry = Type.Union(
  [
    Type.String({ minLength: 1, description: 'Id of the element with the incident' }),
    Type.Object(
      {
        element: Type.String({ minLength: 1 }),
        variables: Type.Optional(values('Corrected variables')),
        retries: Type.Optional(Type.Integer({ minimum: 1 })),
      },
      strict,
    ),
  ],
  { description: 'Retries the incident of an element' },
);

const cancel = Type.Union([Type.Null(), Type.String({ description: 'Reason' })], { description: 'Cancels the run' });

/** What a step does. A step names exactly one of these. */
export const actions = {
  expect: expectSchema,
  approve: answer('Completes a task with an approval'),
  reject: answer('Completes a task with a rejection'),
  requestChanges: answer('Votes for changes, on a task that several persons decide'),
  submit: answer('Completes a task that only collects data'),
  job,
  message,
  signal,
  update: values('Changes the process: fields, state, priority and stageKey, as in updateProcessField'),
  wait,
  retry,
  cancel,
} as const;

/** Name of an action. */
export type ActionName = keyof typeof actions;

const optional = <T extends Readonly<Record<string, TSchema>>>(members: T) =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [Name in keyof T]: ReturnType<typeof Type.Optional<T[Name]>>;
  };

const step = Type.Object(
  {
    ...optional(actions),
    refused: Type.Optional(refused),
    run: Type.Optional(
      Type.String({ description: 'Key of the workflow whose newest run is meant. Default: the run of the scenario' }),
    ),
  },
  { ...strict, minProperties: 1, description: 'One action; the run that it is about; whether it must be refused' },
);

const scenario = Type.Object(
  {
    name: Type.String({ minLength: 1, description: 'What the scenario shows, as a sentence' }),
    workflow: Type.Optional(workflow),
    process: Type.Optional(process),
    now: Type.Optional(now),
    mocks: Type.Optional(mocksSchema),
    start: Type.Optional(start),
    skip: Type.Optional(Type.String({ minLength: 1, description: 'Reason why the scenario is not run' })),
    steps: Type.Array(step, { minItems: 1, maxItems: 500 }),
  },
  strict,
);

/** A file of scenarios. */
export const scenarioFileSchema = Type.Object(
  {
    workflow: Type.Optional(workflow),
    process: Type.Optional(process),
    now: Type.Optional(now),
    mocks: Type.Optional(mocksSchema),
    coverage: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 100,
        description: 'Least percentage of the elements and flows of the diagram of `workflow` that all scenarios pass',
      }),
    ),
    scenarios: Type.Array(scenario, { minItems: 1, maxItems: 1000 }),
  },
  strict,
);

/** A file of scenarios that has been checked against {@link scenarioFileSchema}. */
export type ScenarioFile = Static<typeof scenarioFileSchema>;
/** One scenario of a file. */
export type Scenario = Static<typeof scenario>;
/** One step of a scenario. */
export type Step = Static<typeof step>;
/** Who answers a task. */
export type Actor = Static<typeof as>;
/** A report about a job. */
export type JobStep = Static<typeof job>;
/** The process of a scenario. */
export type ScenarioProcess = Static<typeof process>;
