import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { readSubscription } from '../records/list-subscriptions.js';
import { noteShown, validSecrets } from '../records/secrets.js';
import { answerWithSecret } from '../settings/answer-with-secret.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import { subscriptionView } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { openSecret } from '../signing/subscription-secrets.js';

/** revealSubscriptionSecret: the secret of a subscription that the administrator made for somebody else, once. */
export const revealSubscriptionSecret =
  (deps: WebhookDeps): UseCase<'revealSubscriptionSecret'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.revealSubscriptionSecret);
    return answerWithSecret(caller, async (tx) => {
      const known = await findOwnSubscription(tx, caller, request, 'for update');
      const [current] = await validSecrets(tx, known);
      if (current === undefined || current.shownTs !== null) {
        throw conflict('The secret was shown before. Call rotateSubscriptionSecret to get another one.');
      }
      await noteShown(tx, known, current.id);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.revealSecret',
          subProjectId: known.subProjectId,
          subjectType: 'subscription',
          subjectId: known.id,
          processId: null,
          before: null,
          after: null,
        },
      ]);
      return {
        subscription: subscriptionView(await readSubscription(tx, known.subProjectId, known.id)),
        secret: current.kind === 'hmac' ? openSecret(deps.sealing, known, current) : null,
      };
    });
  };
