import { eventTypeNames } from '../../events/event-types.js';
import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { integer, LAST_PAGE, optionalText, timeRange } from '../../schema/common.js';
import { subscriptionTarget } from '../../schema/event-subscription.js';
import { wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const retryDeliveries = defineOperation({
  id: 'retryDeliveries',
  method: 'POST',
  path: '/v1/process/events/retryDeliveries',
  tag: 'Events',
  summary: 'Retry deliveries',
  description:
    'Makes deliveries due now that wait for a later attempt or are dead: those that are named, or those that match. Deliveries that were delivered or skipped are sent again by replayEvents.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object({
    ...subscriptionTarget,
    positions: Type.Optional(
      Type.Array(wholeNumber(1, LAST_PAGE, 'Position of a delivery'), {
        minItems: 1,
        maxItems: 1000,
        description: 'Positions of the deliveries. Not with the other members',
      }),
    ),
    state: Type.Optional(
      Type.Union([Type.Literal('waiting'), Type.Literal('dead')], { description: 'Only those in this state' }),
    ),
    types: Type.Optional(Type.Array(eventTypeNames, { maxItems: 200, description: 'Only of these types of events' })),
    processId: optionalText('Only those of this process'),
    ...timeRange('createdTs', 'created'),
  }),
  response: Type.Object({ count: integer('Deliveries that are due now') }),
  errors: [1200, 1202, 1205, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, state: 'dead' },
    answer: { count: 3 },
  },
});
