import { ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { taskAnswerSchema } from '../../../schema/workflow.js';

export const assignTask = defineOperation({
  id: 'assignTask',
  method: 'POST',
  path: '/v1/process/workflows/assignTask',
  tag: 'Tasks',
  summary: 'Give a task to somebody',
  description:
    'Assigns an open task to a user who can see and complete it. The assignee, a candidate of an unassigned task and operators may do this.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    taskId: requiredText('Id of the task'),
    assignee: requiredText('Id of the user who gets the task'),
    note: Type.Optional(Type.String({ maxLength: 2000, description: 'Why, for the audit log' })),
  }),
  response: taskAnswerSchema,
  errors: [1200, 1202, 1209, 1210, 1009, 1232],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      taskId: ids.taskId,
      assignee: ids.userId,
      note: 'I am away until Monday',
    },
  },
});
