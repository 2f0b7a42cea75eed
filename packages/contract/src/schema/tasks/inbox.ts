import type { Static } from 'typebox';
import { jsonObject } from '../common.js';
import { Type } from '../type.js';
import { taskActionsSchema, taskSchema } from '../workflow.js';

/** Something with a name. */
const named = (title: string, what: string) =>
  Type.Object(
    {
      id: Type.String({ description: `Id of the ${what}` }),
      name: Type.String({ description: `Name of the ${what}` }),
    },
    { title, description: `The ${what}` },
  );

export const processSummarySchema = Type.Object(
  {
    id: Type.String({ description: 'Id of the process' }),
    state: Type.String({ description: 'State of the process' }),
    priority: Type.String({ description: 'Priority of the process' }),
    stageKey: Type.String({ description: 'Stage of the process' }),
    title: Type.String({
      description: 'What the process is called: the first text among its naming fields, else the id',
    }),
    fields: jsonObject('The fields that name the process, at most three of those that the caller sees'),
  },
  { title: 'ProcessSummary', description: 'The process in short' },
);
export type ProcessSummary = Static<typeof processSummarySchema>;

/** What the answers about one and about many tasks say beside the task. */
export const taskContext = {
  subProject: named('TaskSubProject', 'sub-project'),
  workflow: named('TaskWorkflow', 'workflow'),
  hasForm: Type.Boolean({ description: 'Whether the task has a form with members to fill in' }),
  commentRequired: Type.Boolean({ description: 'Whether its form requires a comment' }),
  overdue: Type.Boolean({ description: 'Whether the task is open and its due date has passed' }),
  allowed: taskActionsSchema,
};

/** Names of users by the ids in the answer. */
export const namesSchema = Type.Object(
  {},
  {
    additionalProperties: Type.String(),
    description: 'Names of the users that the answer names, by the id or client id it names them with',
  },
);

/** The person for whom a task is in an inbox. */
export const forWhom = Type.Union([Type.String(), Type.Null()], {
  description: 'Id of the person for whom the caller is a substitute here; null: the task is for the caller',
});

export const inboxTaskSchema = Type.Object(
  {
    task: taskSchema,
    ...taskContext,
    onBehalfOf: forWhom,
    process: Type.Union([processSummarySchema, Type.Null()], {
      description: 'The process of the task, in short; null when the scopes of the token leave out processes',
    }),
  },
  { title: 'InboxTask', description: 'A task of the inbox with what it is about' },
);
export type InboxTask = Static<typeof inboxTaskSchema>;

export const inboxCountsSchema = Type.Object(
  {
    mine: Type.Integer({ description: 'Open tasks that are assigned to the caller' }),
    team: Type.Integer({ description: 'Open tasks that the caller may claim' }),
    overdue: Type.Integer({ description: 'Those of both whose due date has passed' }),
    atLeast: Type.Boolean({ description: 'Whether counting stopped at 1000 somewhere: there may be more' }),
  },
  {
    title: 'InboxCounts',
    description: 'Tasks in all sub-projects of the caller, whatever the conditions of the request',
  },
);
