import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import type { FactorDeps } from '../../factors/factor-deps.js';
import { noteFactor } from '../../factors/note-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { requireRemainingWays } from '../../factors/remaining-ways.js';
import { deleteTotp } from '../../records/factors/totp-queries.js';
import { lockUser } from '../../records/user-queries.js';

/** removeTotp: the authenticator app of the person who is signed in. */
export const removeTotp =
  (deps: Pick<FactorDeps, 'mails' | 'now'>): UseCase<'removeTotp'> =>
  async (caller) => {
    const { userId } = requireOwnSession(caller);
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      if (!(await deleteTotp(tx, userId))) throw conflict('You have no authenticator app.');
      await requireRemainingWays(tx, userId);
      const change = { before: { totp: true }, after: null, change: 'appRemoved' } as const;
      await noteFactor(deps, tx, caller, user, { action: 'user.removeTotp', ...change });
      return { status: 'success', message: 'The authenticator app was removed.' };
    });
  };
