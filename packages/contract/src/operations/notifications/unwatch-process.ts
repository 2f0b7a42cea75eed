import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const unwatchProcess = defineOperation({
  id: 'unwatchProcess',
  method: 'POST',
  path: '/v1/process/notifications/unwatchProcess',
  tag: 'Notifications',
  summary: 'Stop watching a process',
  description:
    'The caller no longer watches the process, and does not begin to by commenting or by a task. The caller is still told of tasks, mentions and replies.',
  extension: true,
  permission: { kind: 'role', grant: 'process.read', denied: 1205 },
  body: Type.Object({ subProjectId, processId: requiredText('Id of the process') }),
  response: statusSchema,
  errors: [1200, 1202, 1204, 1210, 1221],
  process: { unknown: { id: 1221 }, outside: 1210 },
  example: {
    request: { subProjectId: ids.subProjectId, processId: ids.processId },
    answer: { status: 'success', message: 'You no longer watch the process.' },
  },
});
