import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { queryText, requiredText, subProjectId } from '../../../schema/common.js';
import { obstacleSchema, personSchema } from '../../../schema/task-approval.js';
import { Type } from '../../../schema/type.js';

export const explainApproval = defineOperation({
  id: 'explainApproval',
  method: 'GET',
  path: '/v1/process/workflows/explainApproval',
  tag: 'Tasks',
  summary: 'Tell why somebody may not vote',
  description:
    'Tells whether a person may vote on a task that several persons decide and, if not, every reason: the roles, the row filter, the candidates, separation of duty. Judged as castVote judges. Asking about another member needs a role with `operate` or `members`; whether a rule on fields that the caller does not read excludes another member is not told.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    taskId: requiredText('Id of the task'),
    userId: queryText('Id of the member who is asked about. Default: the caller'),
  }),
  response: Type.Object({
    user: personSchema,
    mayVote: Type.Boolean({
      description:
        'Whether the person may vote now; false about another member where a rule is on fields that the caller does not read',
    }),
    reasons: Type.Array(obstacleSchema, { description: 'Why not; empty when the person may vote' }),
    onBehalfOf: Type.Array(personSchema, {
      description: 'For whom the caller may vote now as a substitute. Empty when the question is about another member',
    }),
  }),
  errors: [1009, 1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId },
    answer: {
      user: { id: ids.userId, name: 'Ada Lovelace' },
      mayVote: false,
      reasons: [
        {
          rule: 'separation',
          separation: 'starter',
          text: 'Ada Lovelace started the run (separation "starter").',
        },
      ],
      onBehalfOf: [],
    },
  },
});
