import { Type } from 'typebox';
import { defineOperation } from '../../operation/operation.js';
import { requiredText } from '../../schema/common.js';
import { taskSchema } from '../../schema/workflow.js';

export const releaseTask = defineOperation({
  id: 'releaseTask',
  method: 'POST',
  path: '/v1/process/workflows/releaseTask',
  tag: 'Tasks',
  summary: 'Release a task',
  description: 'Gives a claimed task back to its candidates.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({ subProjectId: requiredText('Sub-project'), taskId: requiredText('Task') }),
  response: Type.Object({ task: taskSchema }),
  errors: [1200, 1202, 1209, 1210, 1009],
});
