import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { flag, integer, jsonObject, list, subProjectId } from '../../../schema/common.js';
import { decisionComment, taskResultSchema } from '../../../schema/tasks/task-result.js';
import { Type } from '../../../schema/type.js';

export const decideTasks = defineOperation({
  id: 'decideTasks',
  method: 'POST',
  path: '/v1/process/workflows/decideTasks',
  tag: 'Tasks',
  summary: 'Complete several tasks',
  description:
    'Completes up to 200 open tasks with the same decision, each by itself: a task that is refused keeps no other from being completed, and its error is its result. On a task that several persons decide, the decision is the vote of the caller. Send an Idempotency-Key: then a request that is repeated completes nothing twice and gives the same results, also when it broke off before.',
  extension: true,
  heavy: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    taskIds: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
      minItems: 1,
      maxItems: 200,
      description: 'Ids of the tasks',
    }),
    approved: flag('true approves, false rejects'),
    payload: Type.Optional(jsonObject('Variables to set in each run')),
    comment: decisionComment('Kept with each decision'),
  }),
  response: Type.Object({
    results: list(taskResultSchema, 'What became of each task, in the order of the request'),
    decided: integer('How many were completed'),
    refused: integer('How many were refused'),
  }),
  errors: [1200, 1202, 1209],
  process: { notLimited: 'A task on a process outside the row filter is refused in its own result.' },
  example: {
    request: { subProjectId: ids.subProjectId, taskIds: [ids.taskId], approved: true, comment: 'as agreed' },
    answer: {
      results: [{ taskId: ids.taskId, decided: true, runId: { id: ids.runId, state: 'COMPLETED' } }],
      decided: 1,
      refused: 0,
    },
  },
});
