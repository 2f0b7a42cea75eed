import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { obstacleSchema, personSchema } from '../../../schema/task-approval.js';
import { namesSchema } from '../../../schema/tasks/inbox.js';
import { Type } from '../../../schema/type.js';
import { taskSchema } from '../../../schema/workflow.js';

export const getApprovalStatus = defineOperation({
  id: 'getApprovalStatus',
  method: 'GET',
  path: '/v1/process/workflows/getApprovalStatus',
  tag: 'Tasks',
  summary: 'Show the votes on a task',
  description:
    'Returns a task that several persons decide with its votes, how many approvals are still needed, who can still vote, and which candidates the rules of separation exclude, with the reasons. About others, rules on fields of the process that the caller does not read are left out. Looks at 1000 persons at most.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId, taskId: requiredText('Id of the task') }),
  response: Type.Object({
    task: taskSchema,
    needed: Type.Integer({ description: 'Approvals that are still needed; 0 when the task is closed' }),
    reachable: Type.Boolean({
      description: 'Whether enough persons can still vote. If not, the next vote closes the task as rejected',
    }),
    canVote: Type.Array(personSchema, { description: 'Who can still vote; empty when the task is closed' }),
    excluded: Type.Array(
      Type.Object(
        { ...personSchema.properties, reasons: Type.Array(obstacleSchema, { description: 'Why' }) },
        { title: 'ExcludedVoter', description: 'A candidate who may not vote' },
      ),
      {
        description: 'Candidates who may not vote, by separation or because they are disabled',
      },
    ),
    names: namesSchema,
  }),
  errors: [1009, 1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: { request: { subProjectId: ids.subProjectId, taskId: ids.taskId } },
});
