import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { text } from '../../schema/common.js';
import { formedText } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const createPushSubscription = defineOperation({
  id: 'createPushSubscription',
  method: 'POST',
  path: '/v1/process/notifications/createPushSubscription',
  tag: 'Notifications',
  summary: 'Show notifications in a browser',
  description:
    'Has a browser show notifications of the caller (web push): those whose reason has `push` in the preferences, encrypted for this browser, without values of fields. Send what PushManager.subscribe() gave. A browser that is known already belongs to the caller from then on. Of a person, 20 browsers are kept, the newest ones; one whose push service answers 404 or 410 is forgotten.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({
    endpoint: formedText('^https?://[!-~]+$', 'an address that begins with https://', 'Address of the push service', {
      minLength: 9,
      maxLength: 2048,
    }),
    p256dh: formedText('^[A-Za-z0-9_-]{87}$', '87 characters of base64url', 'Public key of the browser', {
      minLength: 87,
      maxLength: 87,
    }),
    auth: formedText('^[A-Za-z0-9_-]{22}$', '22 characters of base64url', 'Secret that the browser shares', {
      minLength: 22,
      maxLength: 22,
    }),
    name: Type.String({ minLength: 1, maxLength: 100, description: 'What the person calls the browser' }),
  }),
  response: Type.Object({ id: text('Id of the subscription') }),
  errors: [1200],
  example: {
    request: {
      endpoint: 'https://push.example.com/send/dPvT2mXo',
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      name: 'Firefox on Linux',
    },
    answer: { id: ids.userId },
  },
});
