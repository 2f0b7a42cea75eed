import type { Transaction } from '../../postgres/database.js';
import type { PushQueue } from '../../push/push-queue.js';
import { subscriptionIdsOf } from '../../push/records/push-subscriptions.js';
import type { AddedTo } from '../mail/schedule-mails.js';
import { isPushed } from '../preferences/preferences.js';
import { findPreferences } from '../records/preferences.js';

/** Stores what the browsers of people are to show of what was added. What they show is decided when it is sent. */
export async function schedulePushes(
  tx: Transaction,
  pushes: PushQueue,
  subProjectId: string,
  added: readonly AddedTo[],
): Promise<void> {
  if (added.length === 0) return;
  const browsers = await subscriptionIdsOf(tx, [...new Set(added.map(({ row }) => row.userId))]);
  if (browsers.size === 0) return;
  const preferences = await findPreferences(tx, [...browsers.keys()]);
  await pushes.add(
    tx,
    added.flatMap(({ row: { userId, processId }, reasons: all }) => {
      const reasons = [...new Set(all)].filter((reason) => isPushed(preferences.get(userId) ?? {}, reason));
      if (reasons.length === 0) return [];
      return (browsers.get(userId) ?? []).map((subscriptionId) => ({
        subscriptionId,
        userId,
        subProjectId,
        processId,
        reasons,
      }));
    }),
  );
}
