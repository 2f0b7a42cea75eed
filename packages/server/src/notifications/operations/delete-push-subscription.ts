import { appendAudit } from '../../audit/records/append.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import { deleteSubscription } from '../../push/records/push-subscriptions.js';
import type { UseCase } from '../../use-case/caller.js';

/** deletePushSubscription: a browser of the caller shows no notifications any more. Repeating it changes nothing. */
export const deletePushSubscription =
  (): UseCase<'deletePushSubscription'> =>
  async (caller, { id }) => {
    const { principal } = caller;
    if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user gets notifications.');
    const { userId } = principal;
    return caller.write(async (tx) => {
      const deleted = isUuid(id) && (await deleteSubscription(tx, userId, id));
      if (deleted) {
        await appendAudit(tx, caller, [
          {
            action: 'user.deletePushSubscription',
            subProjectId: null,
            subjectType: 'user',
            subjectId: userId,
            processId: null,
            before: { id },
            after: null,
          },
        ]);
      }
      return { deleted };
    });
  };
