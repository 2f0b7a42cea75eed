import { flag, integer, invalidMemberSchema, list, model, text } from '../common.js';
import { countedVoteSchema } from '../task-approval.js';
import { Type } from '../type.js';
import { runIdSchema } from '../workflow.js';

/** What a person writes with a decision. */
export const decisionComment = (description: string) => Type.Optional(Type.String({ maxLength: 10_000, description }));

const taskErrorSchema = model('TaskError', 'Why a task was refused', {
  id: integer('Numeric id of the error'),
  status: integer('HTTP status that the task alone would have been answered with'),
  code: text('Code name of the error'),
  detail: text('What happened and what to do next'),
  errors: Type.Optional(list(invalidMemberSchema, 'The members that are not valid')),
});

export const taskResultSchema = model(
  'TaskResult',
  'What became of one task: the run after the decision, or an error',
  {
    taskId: text('Id of the task'),
    decided: flag('Whether this request completed the task, or its vote counts'),
    runId: Type.Optional(runIdSchema),
    vote: Type.Optional(countedVoteSchema),
    error: Type.Optional(taskErrorSchema),
  },
);
