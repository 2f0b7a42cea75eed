import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { taskSchema } from '../../schema/workflow.js';

export const claimTask = defineOperation({
  id: 'claimTask',
  method: 'POST',
  path: '/v1/process/workflows/claimTask',
  tag: 'Tasks',
  summary: 'Claim a task',
  description:
    'Makes the caller the assignee of an open task it is a candidate of; exactly one of several concurrent claims wins (1009 for the others).',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), taskId: requiredText('Task') }),
  response: Type.Object({ task: taskSchema }),
  errors: [1200, 1202, 1209, 1210, 1009],
});
