import { defineOperation } from '../../operation/operation.js';
import { notificationPreferencesSchema } from '../../schema/notifications/notification.js';
import { Type } from '../../schema/type.js';

export const getNotificationPreferences = defineOperation({
  id: 'getNotificationPreferences',
  method: 'GET',
  path: '/v1/process/notifications/getNotificationPreferences',
  tag: 'Notifications',
  summary: 'Show what the caller wants to be told of',
  description:
    'Returns the preferences of the caller, for all sub-projects. Whoever has chosen nothing is told of everything.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({}),
  response: notificationPreferencesSchema,
  errors: [1200],
  example: {
    request: {},
    answer: {
      reasons: [{ reason: 'assigned', inbox: true, email: 'now', push: true }],
      watching: { created: true, assigned: true, commented: true, mentioned: true },
      digest: { timeZone: 'Europe/Berlin', at: '07:30' },
    },
  },
});
