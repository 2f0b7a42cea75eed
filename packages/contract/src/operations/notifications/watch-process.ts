import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const watchProcess = defineOperation({
  id: 'watchProcess',
  method: 'POST',
  path: '/v1/process/notifications/watchProcess',
  tag: 'Notifications',
  summary: 'Watch a process',
  description:
    'Tells the caller from now on when somebody comments on the process or decides a task of it. At most 500 people watch a process.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  body: Type.Object({ subProjectId, processId: requiredText('Id of the process') }),
  response: statusSchema,
  errors: [1009, 1200, 1202, 1204, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId },
    answer: { status: 'success', message: 'You watch the process.' },
  },
});
