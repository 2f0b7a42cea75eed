import type { Transaction } from '../../postgres/database.js';
import type { SubscriptionKey } from './subscriptions.js';

/**
 * Begins a replay of the events from one position to another, as far as they were looked at: the others are sent anyway. A
 * replay that goes on is replaced.
 */
export async function startReplay(
  tx: Transaction,
  { subProjectId, id }: SubscriptionKey,
  from: number,
  until: number,
): Promise<void> {
  await tx`
    update subscription_progress p set replay_position = least(${from - 1}, p.position), replay_until = least(${until}, p.position)
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id}`;
}

/** What a person did about it: the receiver is no longer held to be failing. */
export async function forgetFailing(tx: Transaction, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await tx`
    update subscription_progress p set failing_since = null
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id}`;
}
