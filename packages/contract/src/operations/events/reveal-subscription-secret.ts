import { eventSubscription, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { subscriptionSecretAnswerSchema, subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const revealSubscriptionSecret = defineOperation({
  id: 'revealSubscriptionSecret',
  method: 'POST',
  path: '/v1/process/events/revealSubscriptionSecret',
  tag: 'Events',
  summary: 'Read the first secret of a subscription',
  description:
    'Returns, once, the signing secret of a subscription that the administrator made for the caller. Later requests are refused: rotateSubscriptionSecret makes another one.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object(subscriptionTarget),
  response: subscriptionSecretAnswerSchema,
  errors: [1009, 1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId },
    answer: { subscription: eventSubscription, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
});
