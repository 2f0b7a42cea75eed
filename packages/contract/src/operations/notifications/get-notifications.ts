import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, next, optionalText } from '../../schema/common.js';
import { notificationSchema, unreadSchema } from '../../schema/notifications/notification.js';
import { namesSchema } from '../../schema/tasks/inbox.js';
import { cursorOrEmpty, wholeNumberOrEmpty, wordOrEmpty } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getNotifications = defineOperation({
  id: 'getNotifications',
  method: 'GET',
  path: '/v1/process/notifications/getNotifications',
  tag: 'Notifications',
  summary: 'List the notifications of the caller',
  description:
    'Lists what the caller is told of in all sub-projects, one item for each process, the newest first. What the caller may not see now is left out, whatever it was when it happened, and so is what the caller did. Items are kept for 90 days. It looks at the first 200 sub-projects of the caller by name.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({
    unread: Type.Optional(wordOrEmpty(['true', 'false'], 'true: return only unread ones')),
    subProjectIds: optionalText('Return only notifications of these sub-projects: comma-separated ids'),
    after: Type.Optional(cursorOrEmpty('Return the notifications after this position, the `next` of the page before')),
    limit: Type.Optional(wholeNumberOrEmpty(1, 100, 'Notifications at most, 1 to 100. Default "25"')),
  }),
  response: Type.Object({
    notifications: list(notificationSchema, 'The notifications of the page'),
    next,
    names: namesSchema,
    unread: unreadSchema,
  }),
  errors: [1200],
  process: { leavesOut: 'the notifications about it' },
  example: {
    request: { unread: 'true', limit: '25' },
    answer: {
      notifications: [
        {
          subProject: { id: ids.subProjectId, name: 'Invoice approvals' },
          process: {
            id: ids.processId,
            state: 'IN_REVIEW',
            priority: 'MEDIUM',
            stageKey: 'stage_init',
            title: 'Acme',
            fields: { supplier: 'Acme', amount: 840 },
          },
          reasons: [
            {
              reason: 'assigned',
              count: 1,
              at: createdTs,
              by: ids.userId,
              taskId: ids.taskId,
              task: 'Approve invoice',
              runId: ids.runId,
              commentId: null,
              approved: null,
            },
          ],
          unread: true,
          firstTs: createdTs,
          lastTs: createdTs,
          position: '12',
        },
      ],
      next: null,
      names: { [ids.userId]: 'Aylin Assignee' },
      unread: { count: 1, atLeast: false },
    },
  },
});
