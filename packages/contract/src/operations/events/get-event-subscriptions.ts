import { eventSubscription, ids, meta, page } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { list, metaSchema, pageQuery, queryText, subProjectId } from '../../schema/common.js';
import { eventSubscriptionSchema } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const getEventSubscriptions = defineOperation({
  id: 'getEventSubscriptions',
  method: 'GET',
  path: '/v1/process/events/subscriptions',
  tag: 'Events',
  summary: 'List event subscriptions',
  description:
    'Lists the event subscriptions of the caller in a sub-project, newest first; for the administrator, those of everybody.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  query: Type.Object({
    subProjectId,
    ...pageQuery,
    subscriptionId: queryText('Return only this subscription'),
    state: Type.Optional(
      Type.Enum(['active', 'paused', 'suspended', 'disabled'], {
        description: 'Return only subscriptions in this state: active, paused, suspended or disabled',
      }),
    ),
  }),
  response: Type.Object({
    meta: metaSchema,
    subscriptions: list(eventSubscriptionSchema, 'The subscriptions of the page'),
  }),
  errors: [1200, 1202, 1205],
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { ...page, subProjectId: ids.subProjectId, state: 'active' },
    answer: { meta, subscriptions: [eventSubscription] },
  },
});
