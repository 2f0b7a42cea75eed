import { defineOperation } from '../../operation/operation.js';
import { notificationPreferencesSchema, preferenceChanges } from '../../schema/notifications/notification.js';
import { Type } from '../../schema/type.js';

export const setNotificationPreferences = defineOperation({
  id: 'setNotificationPreferences',
  method: 'POST',
  path: '/v1/process/notifications/setNotificationPreferences',
  tag: 'Notifications',
  summary: 'Choose what to be told of',
  description:
    'Changes the preferences of the caller, and returns all of them. They are in force for what is in the list already, and for e-mails that were not sent yet.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object(preferenceChanges),
  response: notificationPreferencesSchema,
  errors: [1200],
  example: {
    request: {
      reasons: [{ reason: 'commented', inbox: false, email: 'never', push: false }],
      watching: { created: false },
      digest: { timeZone: 'Europe/Berlin', at: '07:30' },
    },
    answer: {
      reasons: [{ reason: 'commented', inbox: false, email: 'never', push: false }],
      watching: { created: false, assigned: true, commented: true, mentioned: true },
      digest: { timeZone: 'Europe/Berlin', at: '07:30' },
    },
  },
});
