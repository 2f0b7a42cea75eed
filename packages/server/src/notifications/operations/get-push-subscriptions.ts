import { isUuid } from '../../kernel/identifiers.js';
import { fingerprintOf, subscriptionsOf } from '../../push/records/push-subscriptions.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import type { NotificationDeps, PushDeps } from '../reading/notification-deps.js';

/** getPushSubscriptions: the browsers that show notifications of the caller, and the key that they subscribe for. */
export const getPushSubscriptions =
  ({ db, push }: Pick<NotificationDeps, 'db'> & PushDeps): UseCase<'getPushSubscriptions'> =>
  async ({ principal }) => {
    const userId = principalId(principal);
    const subscriptions = isUuid(userId) ? await subscriptionsOf(db, userId) : [];
    return {
      publicKey: push.publicKey,
      subscriptions: subscriptions.map(({ id, name, endpoint, createdTs, sentTs }) => ({
        id,
        name,
        service: new URL(endpoint).host,
        fingerprint: fingerprintOf(endpoint),
        createdTs: createdTs.toISOString(),
        sentTs: sentTs?.toISOString() ?? null,
      })),
    };
  };
