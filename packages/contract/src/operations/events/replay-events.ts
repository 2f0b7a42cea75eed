import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { LAST_PAGE, text } from '../../schema/common.js';
import { subscriptionTarget } from '../../schema/event-subscription.js';
import { timeOrEmpty, wholeNumber } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const replayEvents = defineOperation({
  id: 'replayEvents',
  method: 'POST',
  path: '/v1/process/events/replayEvents',
  tag: 'Events',
  summary: 'Replay events',
  description:
    'Sends events of the log to one subscription again, also those that were delivered, with `replay: true` and the webhook-id of the first time. Events that wait or are dead are left to retryDeliveries. New events are sent at the same time.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object({
    ...subscriptionTarget,
    fromPosition: Type.Optional(wholeNumber(1, LAST_PAGE, 'Position of the first event to send')),
    since: Type.Optional(
      timeOrEmpty('Send the events that got into the log at this time or later (date-time). Not with fromPosition'),
    ),
  }),
  response: Type.Object({
    fromPosition: text('Position of the first event that is looked at'),
    toPosition: text('Position of the last one'),
  }),
  errors: [1009, 1200, 1202, 1205, 1232],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, fromPosition: '1000' },
    answer: { fromPosition: '1000', toPosition: '1042' },
  },
});
