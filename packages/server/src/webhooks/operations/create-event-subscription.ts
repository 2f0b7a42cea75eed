import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { positionOf } from '../../events/reading/positions.js';
import { logEnds } from '../../events/records/event-log.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { readSubscription } from '../records/list-subscriptions.js';
import { countSubscriptionsLocked, insertSubscription } from '../records/subscriptions.js';
import { answerWithSecret } from '../settings/answer-with-secret.js';
import { MOST_SUBSCRIPTIONS } from '../settings/most-subscriptions.js';
import { ownerOf } from '../settings/owner.js';
import { readSettings } from '../settings/read-settings.js';
import { vetReceiver } from '../settings/vet-receiver.js';
import { auditedSettings, subscriptionView } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';
import { addSecret } from '../signing/subscription-secrets.js';

/** createEventSubscription: sends events to a URL from now on, or from a position of the log on. */
export const createEventSubscription =
  (deps: WebhookDeps): UseCase<'createEventSubscription'> =>
  async (caller, request) => {
    const { subProjectId, signing = 'hmac', ownerId, afterPosition = 'latest' } = request;
    const { subProject } = await enter(deps.subProjects, caller, subProjectId, operations.createEventSubscription);
    const owner = await ownerOf(deps, caller, subProject, ownerId);
    const after = positionOf('afterPosition', afterPosition);
    // The secret of somebody else's subscription is for that user, who reads it once.
    const isOwn = caller.principal.kind === 'user' && caller.principal.userId === owner.principal.userId;
    const settings = readSettings(subProject, owner.access, request);
    await vetReceiver(deps, subProject, settings.url);
    const key = { subProjectId: subProject.id, id: newId() };
    return answerWithSecret(caller, async (tx) => {
      if ((await countSubscriptionsLocked(tx, key.subProjectId)) >= MOST_SUBSCRIPTIONS) {
        throw conflict(
          `The sub-project has ${MOST_SUBSCRIPTIONS} event subscriptions, which is the limit. Delete one, or send several types of events to one receiver.`,
        );
      }
      const { latest, first } = await logEnds(tx, key.subProjectId);
      const { userId, name } = owner.principal;
      const position = Math.min(Math.max(after ?? latest, first - 1), latest);
      await insertSubscription(
        tx,
        { ...key, ...settings, ownerId: userId, ownerName: name, declaredAs: null },
        position,
      );
      const secret = await addSecret(tx, deps.sealing, key, signing, isOwn);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.create',
          subProjectId: key.subProjectId,
          subjectType: 'subscription',
          subjectId: key.id,
          processId: null,
          before: null,
          after: { ownerId: userId, signing, ...auditedSettings(settings) },
        },
      ]);
      await hintDeliveries(tx, deps.channel, key);
      return {
        id: key.id,
        status: 'success',
        message: 'The event subscription was created.',
        subscription: subscriptionView(await readSubscription(tx, key.subProjectId, key.id)),
        secret: isOwn ? secret : null,
      };
    });
  };
