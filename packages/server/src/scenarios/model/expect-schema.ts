import { Type } from '@millrace/contract';
import type { Static, TSchema } from 'typebox';
import { strict, values } from './parts.js';

const statuses = ['RACING', 'PAUSED', 'COMPLETED', 'REJECTED', 'FAILED', 'CANCELLED'] as const;
const names = (description: string) => Type.Array(Type.String({ minLength: 1 }), { description });
const element = Type.String({ minLength: 1, description: 'Id of the element' });

const task = Type.Object(
  {
    element,
    name: Type.Optional(Type.String()),
    assignee: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    candidateGroups: Type.Optional(names('Roles, in any order')),
    candidateUsers: Type.Optional(names('User ids or client ids, in any order')),
    mayAct: Type.Optional(names('Roles or members that may complete the task')),
    mayNotAct: Type.Optional(names('Roles or members that may not complete the task')),
    due: Type.Optional(Type.String({ description: 'Date and time' })),
    priority: Type.Optional(Type.Integer()),
  },
  strict,
);

const job = Type.Object(
  {
    element,
    type: Type.Optional(Type.String()),
    retries: Type.Optional(Type.Integer({ description: 'Attempts that are left' })),
    input: Type.Optional(values('Variables of the job; each that is named must be equal')),
    headers: Type.Optional(Type.Record(Type.String(), Type.String())),
  },
  strict,
);

const timer = Type.Object(
  {
    element,
    due: Type.Optional(Type.String({ description: 'Date and time' })),
    in: Type.Optional(Type.String({ description: 'Duration from now, e.g. 3 days or P3D' })),
  },
  strict,
);

const subscription = Type.Object(
  { element, name: Type.Optional(Type.String()), correlationKey: Type.Optional(Type.String()) },
  strict,
);

const incident = Type.Object(
  { element, kind: Type.Optional(Type.String()), message: Type.Optional(Type.String({ description: 'A part of it' })) },
  strict,
);

const event = Type.Object({ element, name: Type.Optional(Type.String()), data: Type.Optional(Type.Unknown()) }, strict);

/** A list of all that is open: element ids, or objects that say more. */
const all = <T extends TSchema>(one: T, what: string) =>
  Type.Array(Type.Union([Type.String({ minLength: 1, description: 'Id of the element' }), one]), {
    description: `All ${what}, in any order; an empty list: there are none`,
  });

/** What must be true at a step. Members that are left out are not checked. */
export const expectSchema = Type.Object(
  {
    status: Type.Optional(Type.Enum(statuses, { description: 'State of the run' })),
    tasks: Type.Optional(all(task, 'open tasks')),
    jobs: Type.Optional(all(job, 'jobs that wait')),
    timers: Type.Optional(all(timer, 'timers that run')),
    messages: Type.Optional(all(subscription, 'waits for messages')),
    signals: Type.Optional(all(subscription, 'waits for signals')),
    incidents: Type.Optional(all(incident, 'open incidents')),
    events: Type.Optional(all(event, 'events that the run has published so far')),
    variables: Type.Optional(values('Variables of the run; each that is named must be equal. null: it has no value')),
    process: Type.Optional(
      Type.Object(
        {
          state: Type.Optional(Type.String()),
          priority: Type.Optional(Type.String()),
          stageKey: Type.Optional(Type.String()),
          fields: Type.Optional(values('Each that is named must be equal. null: it has no value')),
        },
        strict,
      ),
    ),
    passed: Type.Optional(names('Elements that were completed, and flows that were taken')),
    notPassed: Type.Optional(names('Elements that were not completed, and flows that were not taken')),
    path: Type.Optional(names('All elements that were completed, in their order')),
    runs: Type.Optional(names('Keys of the workflows of all runs of the scenario, in the order of their start')),
  },
  { ...strict, minProperties: 1, description: 'What must be true now' },
);

/** What must be true at a step. */
export type Expectation = Static<typeof expectSchema>;
