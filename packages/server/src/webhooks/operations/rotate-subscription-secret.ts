import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { readSubscription } from '../records/list-subscriptions.js';
import { expireSecrets } from '../records/secrets.js';
import { touchSubscription } from '../records/subscriptions.js';
import { answerWithSecret } from '../settings/answer-with-secret.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import { subscriptionView } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { addSecret } from '../signing/subscription-secrets.js';

const DEFAULT_OVERLAP_SECONDS = 86_400;

/** rotateSubscriptionSecret: signs with a new secret, and with the old one until the overlap is over. */
export const rotateSubscriptionSecret =
  (deps: WebhookDeps): UseCase<'rotateSubscriptionSecret'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.rotateSubscriptionSecret);
    const { overlapSeconds = DEFAULT_OVERLAP_SECONDS } = request;
    return answerWithSecret(caller, async (tx) => {
      const { subProjectId, id } = await findOwnSubscription(tx, caller, request, 'for update');
      const before = await readSubscription(tx, subProjectId, id);
      const signing = request.signing ?? before.signing;
      await expireSecrets(tx, before, overlapSeconds);
      const secret = await addSecret(tx, deps.sealing, before, signing, true);
      await touchSubscription(tx, before);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.rotateSecret',
          subProjectId,
          subjectType: 'subscription',
          subjectId: id,
          processId: null,
          before: { signing: before.signing },
          after: { signing, overlapSeconds },
        },
      ]);
      await hintDeliveries(tx, deps.channel, before);
      return { subscription: subscriptionView(await readSubscription(tx, subProjectId, id)), secret };
    });
  };
