import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { jsonObject, optionalText, requiredText, subProjectId } from '../../../schema/common.js';
import { countedVoteSchema, voteOutcome } from '../../../schema/task-approval.js';
import { decisionComment } from '../../../schema/tasks/task-result.js';
import { Type } from '../../../schema/type.js';
import { runIdSchema } from '../../../schema/workflow.js';

export const castVote = defineOperation({
  id: 'castVote',
  method: 'POST',
  path: '/v1/process/workflows/castVote',
  tag: 'Tasks',
  summary: 'Vote on a task',
  description:
    'Casts the vote of the caller on a task that several persons decide (`millrace:approval` in the diagram). Each person has one vote, which does not change; a substitute uses up that of both persons. The task closes when the votes are enough, or can no longer be. Who may vote, also by the rules of separation, is judged with every vote while the run is locked; explainApproval tells why somebody may not. Operators and administrators vote only as candidates.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    taskId: requiredText('Id of the task'),
    outcome: voteOutcome,
    onBehalfOf: optionalText(
      'Id of the person for whom the caller decides as a substitute. Default: the caller; where the caller is no candidate, the first person for whom the caller may',
    ),
    reason: decisionComment('Why. Needed as the diagram says, and always with requestChanges: what has to change'),
    payload: Type.Optional(jsonObject('Variables to set in the run when the task closes; checked against its form')),
    fileIds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
        maxItems: 20,
        description: 'Files of the process that belong to the vote, where the diagram lets votes have files',
      }),
    ),
  }),
  response: Type.Object({
    runId: runIdSchema,
    ...countedVoteSchema.properties,
  }),
  errors: [1009, 1200, 1202, 1209, 1210, 1232],
  otherStatuses: { 1200: 404, 1209: 409 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId, outcome: 'reject', reason: 'No budget this year' },
    answer: {
      runId: { id: ids.runId, state: 'COMPLETED' },
      result: 'rejected',
      approvals: 1,
      rejections: 1,
      quorum: 2,
    },
  },
});
