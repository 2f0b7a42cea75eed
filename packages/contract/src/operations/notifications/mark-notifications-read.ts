import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, integer, optionalText, requiredText, subProjectId } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const markNotificationsRead = defineOperation({
  id: 'markNotificationsRead',
  method: 'POST',
  path: '/v1/process/notifications/markNotificationsRead',
  tag: 'Notifications',
  summary: 'Mark notifications as read',
  description:
    'Marks notifications of the caller as read: those about the named processes, or all. One that got something new after the named position stays unread. All means up to 10,000 at a time: repeat the request until `marked` is 0.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({
    notifications: Type.Optional(
      Type.Array(
        Type.Object(
          {
            subProjectId,
            processId: requiredText('Id of the process'),
            position: optionalText('Its `position` when it was read. Absent: whatever was added since'),
          },
          { title: 'ReadNotification', description: 'A notification that was read' },
        ),
        { minItems: 1, maxItems: 200, description: 'The notifications that were read' },
      ),
    ),
    all: Type.Optional(flag('true: all notifications of the caller; not with notifications')),
  }),
  response: Type.Object({ marked: integer('How many were unread before') }),
  errors: [1200, 1232],
  process: { notLimited: 'It is about notifications of the caller, and tells nothing of processes.' },
  example: {
    request: { notifications: [{ subProjectId: ids.subProjectId, processId: ids.processId, position: '12' }] },
    answer: { marked: 1 },
  },
});
