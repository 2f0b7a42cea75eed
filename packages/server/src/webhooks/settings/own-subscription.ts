import { isUnrestricted } from '../../access/authorize.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import { findSubscription, type Subscription } from '../records/subscriptions.js';

/** What a request says of the subscription that it is about. */
export interface SubscriptionTarget {
  readonly subProjectId: string;
  readonly subscriptionId: string;
}

/**
 * A subscription of the caller; the administrator has all. To others it does not exist: its URL may hold a secret.
 *
 * @throws CatalogueError 1200 with 404
 */
export async function findOwnSubscription(
  db: Queryable,
  caller: Caller,
  { subProjectId, subscriptionId }: SubscriptionTarget,
  lock: '' | 'for update' = '',
): Promise<Subscription> {
  const found = await findSubscription(db, { subProjectId, id: subscriptionId }, lock);
  if (found !== undefined && (isUnrestricted(caller.principal) || found.ownerId === principalId(caller.principal)))
    return found;
  throw notFound('event subscription', subscriptionId, ' of the caller in this sub-project');
}
