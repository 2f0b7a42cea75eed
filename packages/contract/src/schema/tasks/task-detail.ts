import type { Static } from 'typebox';
import { timestamp } from '../common.js';
import { fileSchema } from '../file.js';
import { processSchema } from '../process.js';
import { Type } from '../type.js';
import { runStates, taskSchema } from '../workflow.js';
import { forWhom, namesSchema, taskContext } from './inbox.js';

const reasonSchema = Type.Object(
  {
    rule: Type.Enum(['assignee', 'candidateUser', 'candidateGroup', 'anyone', 'operator'], {
      type: 'string',
      description:
        'assignee: the task is assigned to the caller; candidateUser: it names the caller; candidateGroup: it names a role of the caller; anyone: it names nobody; operator: the caller may complete every task',
    }),
    group: Type.Optional(Type.String({ description: 'The role, with candidateGroup' })),
  },
  { title: 'TaskReason', description: 'Why the caller may decide a task' },
);
export type TaskReason = Static<typeof reasonSchema>;

const nullableText = (description: string) => Type.Union([Type.String(), Type.Null()], { description });

const earlierDecisionSchema = Type.Object(
  {
    taskId: Type.String({ description: 'Id of the task' }),
    elementId: Type.String({ description: 'Id of the user task in the diagram' }),
    name: Type.String({ description: 'Name of the task' }),
    approved: Type.Union([Type.Boolean(), Type.Null()], { description: 'The decision' }),
    comment: nullableText(
      'What the person wrote with the decision, for who reads every field of the process and for the person; else and without a comment null',
    ),
    by: nullableText('Id of the user who decided'),
    onBehalfOf: nullableText(
      'Id of the person for whom a substitute decided; on a task with votes null, the votes tell',
    ),
    completedTs: timestamp('When it was decided'),
  },
  { title: 'EarlierDecision', description: 'A decision that was made before in the same run' },
);

export const taskDetailSchema = Type.Object(
  {
    task: taskSchema,
    ...taskContext,
    onBehalfOf: forWhom,
    run: Type.Object(
      {
        id: Type.String({ description: 'Id of the run' }),
        state: Type.Enum(runStates, { type: 'string', description: 'State of the run' }),
        createdTs: timestamp('When the run was started'),
      },
      { title: 'TaskRun', description: 'The run of the task' },
    ),
    process: Type.Union([processSchema, Type.Null()], {
      description:
        'The process, as getProcess with include=version,stageKey,updatedTs; null when the scopes of the token leave out processes',
    }),
    title: Type.String({ description: 'What the process is called, as in getInbox' }),
    why: Type.Array(reasonSchema, {
      description: 'Why the caller may decide the task; empty: the caller may only see it, or it is no longer open',
    }),
    decisions: Type.Array(earlierDecisionSchema, {
      description: 'Earlier decisions of the run, the oldest first; 100 at most, the latest ones',
    }),
    files: Type.Array(fileSchema, {
      description:
        'Files of the process that the caller sees, newest first; 100 at most, as listStorage with include=mimeType',
    }),
    comment: nullableText('What the person who completed the task wrote, shown as that of earlier decisions'),
    completedBy: nullableText('Id of the user who completed the task; null while it is open'),
    completedOnBehalfOf: nullableText('Id of the person for whom a substitute completed the task'),
    commentCount: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Comments about the task, counted to 1000; null for who may not read them',
    }),
    names: namesSchema,
  },
  { title: 'TaskDetail', description: 'A task with all that a decision needs' },
);
