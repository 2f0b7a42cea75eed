import { ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { flag, integer, orNull, text } from '../../schema/common.js';
import { subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const testEventSubscription = defineOperation({
  id: 'testEventSubscription',
  method: 'POST',
  path: '/v1/process/events/testEventSubscription',
  tag: 'Events',
  summary: 'Send a test event',
  description:
    'Sends an event of the type webhook.test to the receiver now, with the same signatures and limits as other events, and answers with what came back. The receiver is given 30 seconds.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  body: Type.Object(subscriptionTarget),
  response: Type.Object({
    id: text('The webhook-id that was sent'),
    delivered: flag('Whether the receiver answered with 2xx'),
    status: orNull(Type.Integer(), 'HTTP status; null without an answer'),
    durationMs: integer('Milliseconds until the answer or the failure'),
    error: orNull(Type.String(), 'What went wrong; null when nothing did'),
    excerpt: orNull(Type.String(), 'The first 1024 bytes of the answer'),
  }),
  errors: [1003, 1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId },
    answer: { id: 'test_01971f2e', delivered: true, status: 204, durationMs: 41, error: null, excerpt: null },
  },
});
