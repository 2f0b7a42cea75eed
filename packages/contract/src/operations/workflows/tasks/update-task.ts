import { createdTs, ids } from '../../../operation/example-values.js';
import { defineOperation } from '../../../operation/operation.js';
import { requiredText, subProjectId } from '../../../schema/common.js';
import { Type } from '../../../schema/type.js';
import { taskAnswerSchema } from '../../../schema/workflow.js';

const time = (description: string) =>
  Type.Optional(Type.Union([Type.String({ maxLength: 64 }), Type.Null()], { description }));

export const updateTask = defineOperation({
  id: 'updateTask',
  method: 'POST',
  path: '/v1/process/workflows/updateTask',
  tag: 'Tasks',
  summary: 'Change the dates or the priority of a task',
  description:
    'Changes when an open task is due or to be followed up, or its priority. Its assignee and operators may do this. Members that are left out stay as they are.',
  extension: true,
  permission: { kind: 'role', grant: 'workflow.call', denied: 1209 },
  body: Type.Object({
    subProjectId,
    taskId: requiredText('Id of the task'),
    dueTs: time('When it is due (date-time); null: never'),
    followUpTs: time('When it is to be followed up (date-time); null: never'),
    priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 100, description: 'Priority from 0 to 100' })),
  }),
  response: taskAnswerSchema,
  errors: [1200, 1202, 1209, 1210, 1009],
  otherStatuses: { 1200: 404 },
  process: { unknown: { id: 1200, status: 404 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, taskId: ids.taskId, dueTs: null, followUpTs: createdTs, priority: 80 },
  },
});
