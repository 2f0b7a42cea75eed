import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { wholeNumber } from '../../events/reading/positions.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries, retryNow } from '../records/deliveries.js';
import { deliverySelection } from '../settings/delivery-selection.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** retryDeliveries: makes deliveries due now that wait or are dead. */
export const retryDeliveries =
  (deps: WebhookDeps): UseCase<'retryDeliveries'> =>
  async (caller, request) => {
    const { subProjectId, subscriptionId, positions: texts, ...rest } = request;
    await enter(deps.subProjects, caller, subProjectId, operations.retryDeliveries);
    await findOwnSubscription(deps.db, caller, { subProjectId, subscriptionId });
    if (texts !== undefined && Object.keys(rest).length > 0) {
      throw invalidMember('/positions', 'positions cannot be sent with state, types, processId or a time.');
    }
    const positions = texts?.map((text) => wholeNumber('positions', text, 1, Number.MAX_SAFE_INTEGER));
    const selection = deliverySelection(rest);
    return caller.write(async (tx) => {
      const known = await findOwnSubscription(tx, caller, request, 'for update');
      const count = await retryNow(tx, known, selection, positions);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.retry',
          subProjectId: known.subProjectId,
          subjectType: 'subscription',
          subjectId: known.id,
          processId: null,
          before: null,
          after: { count },
        },
      ]);
      await hintDeliveries(tx, deps.channel, known);
      return { count };
    });
  };
