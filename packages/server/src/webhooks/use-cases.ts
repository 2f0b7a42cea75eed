import type { UseCases } from '../use-case/caller.js';
import { createEventSubscription } from './operations/create-event-subscription.js';
import { deleteEventSubscription } from './operations/delete-event-subscription.js';
import { getDeliveries } from './operations/get-deliveries.js';
import { getEventSubscriptions } from './operations/get-event-subscriptions.js';
import { replayEvents } from './operations/replay-events.js';
import { retryDeliveries } from './operations/retry-deliveries.js';
import { revealSubscriptionSecret } from './operations/reveal-subscription-secret.js';
import { rotateSubscriptionSecret } from './operations/rotate-subscription-secret.js';
import { skipDelivery } from './operations/skip-delivery.js';
import { testEventSubscription } from './operations/test-event-subscription.js';
import { updateEventSubscription } from './operations/update-event-subscription.js';
import type { WebhookDeps } from './settings/webhook-deps.js';

/** The operations on event subscriptions and their deliveries. */
export const webhookUseCases = (deps: WebhookDeps) =>
  ({
    createEventSubscription: createEventSubscription(deps),
    updateEventSubscription: updateEventSubscription(deps),
    deleteEventSubscription: deleteEventSubscription(deps),
    getEventSubscriptions: getEventSubscriptions(deps),
    rotateSubscriptionSecret: rotateSubscriptionSecret(deps),
    revealSubscriptionSecret: revealSubscriptionSecret(deps),
    testEventSubscription: testEventSubscription(deps),
    getDeliveries: getDeliveries(deps),
    retryDeliveries: retryDeliveries(deps),
    skipDelivery: skipDelivery(deps),
    replayEvents: replayEvents(deps),
  }) satisfies Partial<UseCases>;
