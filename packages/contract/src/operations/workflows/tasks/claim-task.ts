import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { taskAnswerSchema } from '../../../schema/workflow.js';

export const claimTask = defineOperation({
  id: 'claimTask',
  method: 'POST',
  path: '/v1/process/workflows/claimTask',
  tag: 'Tasks',
  summary: 'Claim a task',
  description:
    'Assigns an open task to the caller, who must be a candidate for it. If several callers claim it at the same time, one succeeds and the others get 1009.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({ subProjectId, taskId: requiredText('Id of the task') }),
  response: taskAnswerSchema,
  errors: [1200, 1202, 1209, 1210, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId },
  },
});
