import { notFound } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { requireRemainingWays } from '../../factors/remaining-ways.js';
import { deletePasskey } from '../../records/factors/passkey-queries.js';
import { lockUser } from '../../records/user-queries.js';

/** removePasskey: of the person who is signed in, and never their last way to sign in. */
export const removePasskey =
  (deps: Pick<FactorDeps, 'mails' | 'now'>): UseCase<'removePasskey'> =>
  async (caller, { passkeyId }) => {
    const { userId } = requireOwnSession(caller);
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      const removed = await deletePasskey(tx, userId, passkeyId);
      if (removed === undefined) throw notFound('passkey', passkeyId, ' of yours');
      await requireRemainingWays(tx, userId);
      const { name } = removed;
      const change = { before: { passkey: name }, after: null, change: 'passkeyRemoved', name } as const;
      await noteFactor(deps, tx, caller, user, { action: 'user.removePasskey', ...change });
      return { status: 'success', message: `The passkey "${name}" was removed.` };
    });
  };
