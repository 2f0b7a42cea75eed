import { appendAudit } from '../../audit/records/append.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { invalidMember } from '../../kernel/errors/request-errors.js';
import { newId } from '../../kernel/identifiers.js';
import { areUsable } from '../../push/encryption/encrypt.js';
import { storeSubscription } from '../../push/records/push-subscriptions.js';
import type { UseCase } from '../../use-case/caller.js';
import type { PushDeps } from '../reading/notification-deps.js';

/** Browsers of one person; the oldest go. */
export const MOST_BROWSERS = 20;

/** createPushSubscription: a browser of the caller shows notifications from now on. */
export const createPushSubscription =
  ({ push }: PushDeps): UseCase<'createPushSubscription'> =>
  async (caller, { endpoint, p256dh, auth, name }) => {
    const { principal } = caller;
    if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user gets notifications.');
    if (!areUsable({ p256dh, auth })) {
      throw invalidMember('/p256dh', 'p256dh is not a public key on the curve P-256. Send what the browser gave.');
    }
    const refusal = await push.refusalOf(endpoint);
    if (refusal !== undefined) throw invalidMember('/endpoint', refusal);
    const { userId } = principal;
    return caller.write(async (tx) => {
      const id = await storeSubscription(tx, { id: newId(), userId, endpoint, p256dh, auth, name }, MOST_BROWSERS);
      await appendAudit(tx, caller, [
        {
          action: 'user.createPushSubscription',
          subProjectId: null,
          subjectType: 'user',
          subjectId: userId,
          processId: null,
          before: null,
          after: { id, name, service: new URL(endpoint).host },
        },
      ]);
      return { id };
    });
  };
