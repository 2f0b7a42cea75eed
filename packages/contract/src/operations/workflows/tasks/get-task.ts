import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { taskDetailSchema } from '../../../schema/tasks/task-detail.js';
import { Type } from '../../../schema/type.js';

export const getTask = defineOperation({
  id: 'getTask',
  method: 'GET',
  path: '/v1/process/workflows/getTask',
  tag: 'Tasks',
  summary: 'Show a task',
  description:
    'Returns a task with all that a decision needs: its form, the process with the fields that the caller sees, its files, earlier decisions of the run, why the caller is asked, and what the caller may do.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.read', denied: 1205 },
  query: Type.Object({ subProjectId, taskId: requiredText('Id of the task') }),
  response: taskDetailSchema,
  errors: [1200, 1202, 1205, 1210],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId },
  },
});
