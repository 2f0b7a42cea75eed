import { type Delivery, operations } from '@millrace/contract';
import { wholeNumber } from '../../events/reading/positions.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { type DeliveryRow, listDeliveries } from '../records/deliveries.js';
import type { SubscriptionKey } from '../records/subscriptions.js';
import { deliverySelection } from '../settings/delivery-selection.js';
import { findOwnSubscription } from '../settings/own-subscription.js';
import type { WebhookDeps } from '../settings/webhook-deps.js';

const DEFAULT_LIMIT = '100';
const MAXIMUM_LIMIT = 1000;

/** getDeliveries: what became of the events of a subscription, the latest first. */
export const getDeliveries =
  ({ db, subProjects }: WebhookDeps): UseCase<'getDeliveries'> =>
  async (caller, request) => {
    await enter(subProjects, caller, request.subProjectId, operations.getDeliveries);
    const known = await findOwnSubscription(db, caller, request);
    const limit = wholeNumber('limit', request.limit ?? DEFAULT_LIMIT, 1, MAXIMUM_LIMIT);
    const before =
      request.after === undefined
        ? Number.MAX_SAFE_INTEGER
        : wholeNumber('after', request.after, 0, Number.MAX_SAFE_INTEGER);
    const rows = await listDeliveries(db, known, deliverySelection(request), { before, limit });
    return {
      deliveries: rows.map((row) => deliveryView(known, row)),
      next: rows.length < limit ? null : String(rows.at(-1)?.position ?? 0),
    };
  };

const deliveryView = ({ subProjectId, id }: SubscriptionKey, row: DeliveryRow): Delivery => ({
  id: `${subProjectId}:${row.position}`,
  subscriptionId: id,
  position: String(row.position),
  type: row.type,
  processId: row.processId,
  state: row.state,
  replay: row.replay,
  attempts: row.attempts,
  dueTs: row.dueTs?.toISOString() ?? null,
  error: row.error,
  createdTs: row.createdTs.toISOString(),
  updatedTs: row.updatedTs.toISOString(),
  log: [
    ...row.failed.map((attempt) => ({ ...attempt, startedTs: new Date(attempt.startedTs).toISOString() })),
    ...(row.startedTs === null
      ? []
      : [
          {
            attempt: row.attempts,
            startedTs: row.startedTs.toISOString(),
            durationMs: row.durationMs ?? 0,
            status: row.status,
            error: row.error,
            excerpt: row.excerpt,
          },
        ]),
  ],
});
