import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { countedVoteSchema } from '../../../schema/task-approval.js';
import { voteMembers, voteSignature } from '../../../schema/tasks/vote-request.js';
import { Type } from '../../../schema/type.js';
import { runIdSchema } from '../../../schema/workflow.js';

export const castVote = defineOperation({
  id: 'castVote',
  method: 'POST',
  path: '/v1/process/workflows/castVote',
  tag: 'Tasks',
  summary: 'Vote on a task',
  description:
    'Casts the vote of the caller on a task that several persons decide (`millrace:approval` in the diagram). Each person has one vote, which does not change; a substitute uses up that of both persons. The task closes when the votes are enough, or can no longer be. Who may vote, also by the rules of separation, is judged with every vote while the run is locked; explainApproval tells why somebody may not. Operators and administrators vote only as candidates. With `authentication="stepUp"` the vote needs `signature`: ask startApprovalSignature with the same members first.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    ...voteMembers,
    signature: Type.Optional(voteSignature),
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
