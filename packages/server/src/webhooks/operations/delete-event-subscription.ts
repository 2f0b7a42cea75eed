import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { conflict } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { deleteSubscription } from '../records/subscriptions.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import { auditedSettings } from '../settings/views.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** deleteEventSubscription: nothing more is sent. */
export const deleteEventSubscription =
  (deps: WebhookDeps): UseCase<'deleteEventSubscription'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.deleteEventSubscription);
    return caller.write(async (tx) => {
      const known = await findOwnSubscription(tx, caller, request, 'for update');
      if (known.declaredAs !== null) {
        throw conflict(
          `The configuration document declares this event subscription as "${known.declaredAs}". Remove it there and deploy.`,
        );
      }
      await deleteSubscription(tx, known);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.delete',
          subProjectId: known.subProjectId,
          subjectType: 'subscription',
          subjectId: known.id,
          processId: null,
          before: { ownerId: known.ownerId, ...auditedSettings(known) },
          after: null,
        },
      ]);
      await hintDeliveries(tx, deps.channel, known);
      return { status: 'success', message: 'The event subscription was deleted.' };
    });
  };
