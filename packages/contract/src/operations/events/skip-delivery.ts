import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { requiredText, statusSchema } from '../../schema/common.js';
import { subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const skipDelivery = defineOperation({
  id: 'skipDelivery',
  method: 'POST',
  path: '/v1/process/events/skipDelivery',
  tag: 'Events',
  summary: 'Skip a delivery',
  description:
    'Gives a delivery up that waits or is dead. With ordering "process", the next event of the process is sent then.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object({
    ...subscriptionTarget,
    position: requiredText('Position of the delivery'),
  }),
  response: statusSchema,
  errors: [1009, 1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, position: '1042' },
    answer: { status: 'success', message: 'The delivery was skipped.' },
  },
});
