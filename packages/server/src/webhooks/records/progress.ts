import type { Transaction } from '../../postgres/database.js';
import type { SubscriptionKey } from './subscriptions.js';

/** Begins a replay of the events from one position to another; one that goes on is replaced. */
export async function startReplay(
  tx: Transaction,
  { subProjectId, id }: SubscriptionKey,
  from: number,
  until: number,
): Promise<void> {
  await tx`
    update subscription_progress p set replay_position = ${from - 1}, replay_until = ${until}
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id}`;
}

/** What a person did about it: the receiver is no longer held to be failing. */
export async function forgetFailing(tx: Transaction, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await tx`
    update subscription_progress p set failing_since = null
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id}`;
}
