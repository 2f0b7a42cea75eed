import { defineOperation } from '../../operation/operation.js';
import { list, text } from '../../schema/common.js';
import { pushSubscriptionSchema } from '../../schema/notifications/push-subscription.js';
import { Type } from '../../schema/type.js';

export const getPushSubscriptions = defineOperation({
  id: 'getPushSubscriptions',
  method: 'GET',
  path: '/v1/process/notifications/getPushSubscriptions',
  tag: 'Notifications',
  summary: 'List browsers that show notifications',
  description:
    'Lists the browsers that show notifications of the caller (web push), and the key that browsers subscribe for.',
  extension: true,
  permission: { kind: 'authenticated' },
  query: Type.Object({}),
  response: Type.Object({
    publicKey: text('Public key of this installation: applicationServerKey of PushManager.subscribe()'),
    subscriptions: list(pushSubscriptionSchema, 'The browsers, the oldest first'),
  }),
  errors: [1200],
  example: { request: {} },
});
