import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { statusSchema } from '../../schema/common.js';
import { subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const deleteEventSubscription = defineOperation({
  id: 'deleteEventSubscription',
  method: 'POST',
  path: '/v1/process/events/deleteEventSubscription',
  tag: 'Events',
  summary: 'Delete an event subscription',
  description: 'Deletes a subscription with its secrets and its deliveries. Requests under way are finished.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object(subscriptionTarget),
  response: statusSchema,
  errors: [1009, 1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId },
    answer: { status: 'success', message: 'The event subscription was deleted.' },
  },
});
