import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { wholeNumber } from '../../events/reading/positions.js';
import { conflict, invalidMember, notFound } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries, lockDelivery, skip } from '../records/deliveries.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** skipDelivery: gives a delivery up; the next event of its process is sent then. */
export const skipDelivery =
  (deps: WebhookDeps): UseCase<'skipDelivery'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.skipDelivery);
    await findOwnSubscription(deps.db, caller, request);
    if (!/^[1-9][0-9]{0,15}$/.test(request.position)) {
      throw invalidMember('/position', 'position must be the position of a delivery, a whole number from 1.');
    }
    const position = wholeNumber('position', request.position, 1, Number.MAX_SAFE_INTEGER);
    return caller.write(async (tx) => {
      const known = await findOwnSubscription(tx, caller, request, 'for update');
      const row = await lockDelivery(tx, known, position);
      if (row === undefined) throw notFound('delivery', request.position, ' of this event subscription');
      if (row.state === 'delivered' || row.state === 'skipped') {
        throw conflict(`The delivery ${request.position} was ${row.state} before.`);
      }
      await skip(tx, known, position, row.processId);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.skip',
          subProjectId: known.subProjectId,
          subjectType: 'subscription',
          subjectId: known.id,
          processId: row.processId,
          before: null,
          after: { position: request.position },
        },
      ]);
      await hintDeliveries(tx, deps.channel, known);
      return { status: 'success', message: 'The delivery was skipped.' };
    });
  };
