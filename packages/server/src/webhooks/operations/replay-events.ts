import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { wholeNumber } from '../../events/reading/positions.js';
import { logEnds, positionSince } from '../../events/records/event-log.js';
import { conflict, invalidMember } from '../../kernel/errors/request-errors.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { hintDeliveries } from '../records/deliveries.js';
import { startReplay } from '../records/progress.js';
import { timeOf } from '../settings/delivery-selection.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

/** replayEvents: sends a part of the log to one subscription again. */
export const replayEvents =
  (deps: WebhookDeps): UseCase<'replayEvents'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.replayEvents);
    await findOwnSubscription(deps.db, caller, request);
    if ((request.fromPosition === undefined) === (request.since === undefined)) {
      throw invalidMember('/fromPosition', 'Send either fromPosition or since.');
    }
    const from =
      request.fromPosition === undefined
        ? undefined
        : wholeNumber('fromPosition', request.fromPosition, 1, Number.MAX_SAFE_INTEGER);
    const since = timeOf('since', request.since);
    return caller.write(async (tx) => {
      const known = await findOwnSubscription(tx, caller, request, 'for update');
      const { latest, first } = await logEnds(tx, known.subProjectId);
      const wanted = since === undefined ? from : await positionSince(tx, known.subProjectId, since);
      if (wanted === undefined || wanted > latest) {
        throw conflict(`The log has no events from there on. Its latest position is ${latest}.`);
      }
      const begin = Math.max(wanted, first);
      await startReplay(tx, known, begin, latest);
      await appendAudit(tx, caller, [
        {
          action: 'subscription.replay',
          subProjectId: known.subProjectId,
          subjectType: 'subscription',
          subjectId: known.id,
          processId: null,
          before: null,
          after: { fromPosition: String(begin), toPosition: String(latest) },
        },
      ]);
      await hintDeliveries(tx, deps.channel, known);
      return { fromPosition: String(begin), toPosition: String(latest) };
    });
  };
