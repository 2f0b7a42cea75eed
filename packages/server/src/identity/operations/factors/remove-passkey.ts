import { notFound } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditFactor } from '../../factors/audit-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { requireRemainingWays } from '../../factors/remaining-ways.js';
import { deletePasskey } from '../../records/factors/passkey-queries.js';
import { lockUser } from '../../records/user-queries.js';

/** removePasskey: of the person who is signed in, and never their last way to sign in. */
export const removePasskey =
  (): UseCase<'removePasskey'> =>
  async (caller, { passkeyId }) => {
    const { userId } = requireOwnSession(caller);
    return caller.write(async (tx) => {
      await lockUser(tx, userId);
      const removed = await deletePasskey(tx, userId, passkeyId);
      if (removed === undefined) throw notFound('passkey', passkeyId, ' of yours');
      await requireRemainingWays(tx, userId);
      await auditFactor(tx, caller, userId, 'user.removePasskey', { before: { passkey: removed.name }, after: null });
      return { status: 'success', message: `The passkey "${removed.name}" was removed.` };
    });
  };
