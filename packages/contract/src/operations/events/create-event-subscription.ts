import { eventSubscription, ids } from '../../operation/example-values.js';
import { defineOperation } from '../../operation/operation.js';
import { createdSchema, optionalText, subProjectId } from '../../schema/common.js';
import {
  eventSubscriptionSchema,
  shownSecret,
  signing,
  subscriptionSettings,
} from '../../schema/event-subscription.js';
import { positionOrLatest } from '../../schema/text-form.js';
import { Type } from '../../schema/type.js';

export const createEventSubscription = defineOperation({
  id: 'createEventSubscription',
  method: 'POST',
  path: '/v1/process/events/createEventSubscription',
  tag: 'Events',
  summary: 'Create an event subscription',
  description:
    'Makes a webhook: events of the sub-project are sent to a URL from now on, signed as Standard Webhooks says. It belongs to the caller: its roles decide, when an event is sent, whether it is sent and with which fields. Only this answer contains the secret.',
  extension: true,
  permission: { kind: 'role', grant: 'event.read', denied: 1205 },
  stepUp: 10,
  showsSecret: true,
  body: Type.Object({
    subProjectId,
    ...subscriptionSettings,
    signing: Type.Optional(signing('. Default: hmac')),
    ownerId: optionalText(
      'Id of the user that it belongs to. Only the administrator may name another one. Default: the caller',
    ),
    afterPosition: Type.Optional(
      positionOrLatest(
        'Position in the log after which to begin, or "latest" to begin with the next event. Default: "latest"',
      ),
    ),
  }),
  response: Type.Object({ ...createdSchema.properties, subscription: eventSubscriptionSchema, secret: shownSecret }),
  errors: [1009, 1200, 1202, 1205, 1231, 1232],
  process: { notLimited: 'What is sent leaves out what the row filter of the owner excludes.' },
  example: {
    request: {
      subProjectId: ids.subProjectId,
      name: 'ERP',
      url: 'https://erp.example.com/hooks/millrace',
      types: ['process.*'],
      filter: { priority: 'HIGH' },
    },
    answer: {
      id: ids.subscriptionId,
      status: 'success',
      message: 'The event subscription was created.',
      subscription: eventSubscription,
      secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    },
  },
});
