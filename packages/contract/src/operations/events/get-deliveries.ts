import { optionalEventTypes } from '../../events/event-types.js';
import { createdTs, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { LAST_PAGE, list, next, queryText, timeRange } from '../../schema/common.js';
import { deliverySchema, subscriptionTarget } from '../../schema/event-subscription.js';
import { wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const getDeliveries = defineOperation({
  id: 'getDeliveries',
  method: 'GET',
  path: '/v1/process/events/deliveries',
  tag: 'Events',
  summary: 'List deliveries',
  description:
    'Lists what became of the events of a subscription, the latest event first. Those that were delivered or skipped are kept for seven days, the others as long as the log keeps the event.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  query: Type.Object({
    ...subscriptionTarget,
    state: Type.Optional(
      Type.Enum(['waiting', 'queued', 'dead', 'delivered', 'skipped'], {
        description: 'Return only deliveries in this state: waiting, queued, dead, delivered or skipped',
      }),
    ),
    types: optionalEventTypes('Types of events to return, e.g. process.updated or task.*; repeat it for more'),
    processId: queryText('Return only deliveries of events of this process'),
    ...timeRange('createdTs', 'created'),
    after: Type.Optional(
      wholeNumber(0, LAST_PAGE, 'Return the deliveries after this one: the `next` of the page before'),
    ),
    limit: Type.Optional(wholeNumber(1, 1000, 'Deliveries at most, 1 to 1000. Default "100"')),
  }),
  response: Type.Object({
    deliveries: list(deliverySchema, 'The deliveries, the latest event first'),
    next,
  }),
  errors: [1200, 1202, 1205, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, state: 'dead', limit: '100' },
    answer: {
      deliveries: [
        {
          id: `${ids.subProjectId}:1042`,
          subscriptionId: ids.subscriptionId,
          position: '1042',
          type: 'process.updated',
          processId: ids.processId,
          state: 'dead',
          replay: false,
          attempts: 10,
          dueTs: null,
          error: 'The receiver answered 500.',
          createdTs,
          updatedTs: createdTs,
          log: [
            {
              attempt: 10,
              startedTs: createdTs,
              durationMs: 12,
              status: 500,
              error: 'The receiver answered 500.',
              excerpt: 'oops',
            },
          ],
        },
      ],
      next: null,
    },
  },
});
