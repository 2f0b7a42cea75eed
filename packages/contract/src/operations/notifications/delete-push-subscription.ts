import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, requiredText } from '../../schema/common.js';
import { Type } from '../../schema/type.js';

export const deletePushSubscription = defineOperation({
  id: 'deletePushSubscription',
  method: 'POST',
  path: '/v1/process/notifications/deletePushSubscription',
  tag: 'Notifications',
  summary: 'Show no more notifications in a browser',
  description: 'Has a browser of the caller show no notifications any more. Repeating it changes nothing.',
  extension: true,
  permission: { kind: 'authenticated' },
  body: Type.Object({ id: requiredText('Id of the subscription') }),
  response: Type.Object({ deleted: flag('Whether it was there') }),
  errors: [1200],
  example: { request: { id: ids.userId }, answer: { deleted: true } },
});
