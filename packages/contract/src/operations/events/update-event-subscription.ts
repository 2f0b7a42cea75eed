import { eventSubscription, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { eventSubscriptionSchema, subscriptionSettings, subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const updateEventSubscription = defineOperation({
  id: 'updateEventSubscription',
  method: 'POST',
  path: '/v1/process/events/updateEventSubscription',
  tag: 'Events',
  summary: 'Change an event subscription',
  description: 'Changes the settings that are sent, or pauses and resumes it. Resuming goes on where it stopped.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  stepUp: 10,
  body: Type.Object({
    ...subscriptionTarget,
    ...subscriptionSettings,
    url: Type.Optional(subscriptionSettings.url),
    state: Type.Optional(
      Type.Union([Type.Literal('active'), Type.Literal('paused')], {
        description: 'active: deliver, also after it was disabled. paused: keep what is to be sent',
      }),
    ),
  }),
  response: Type.Object({ subscription: eventSubscriptionSchema }),
  errors: [1009, 1200, 1202, 1205, 1231, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, state: 'active', payload: 'full' },
    answer: { subscription: { ...eventSubscription, payload: 'full' } },
  },
});
