import { eventSubscription, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { signing, subscriptionSecretAnswerSchema, subscriptionTarget } from '../../schema/event-subscription.js';
import { Type } from '../../schema/type.js';

export const rotateSubscriptionSecret = defineOperation({
  id: 'rotateSubscriptionSecret',
  method: 'POST',
  path: '/v1/process/events/rotateSubscriptionSecret',
  tag: 'Events',
  summary: 'Rotate the secret of a subscription',
  description:
    'Makes a new signing secret. For overlapSeconds, requests carry a signature with the old one too, so that no event is refused while the receiver changes over.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    ...subscriptionTarget,
    overlapSeconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2_592_000,
        description: 'Seconds for which requests are signed with the old secret too. Default 86400',
      }),
    ),
    signing: Type.Optional(signing('. Default: as before')),
  }),
  response: subscriptionSecretAnswerSchema,
  errors: [1200, 1202, 1205],
  otherStatuses: { 1200: 404 },
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: { subProjectId: ids.subProjectId, subscriptionId: ids.subscriptionId, overlapSeconds: 3600 },
    answer: { subscription: eventSubscription, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' },
  },
});
