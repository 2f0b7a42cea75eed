import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { auditFactor } from '../../factors/audit-factor.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { requireRemainingWays } from '../../factors/remaining-ways.js';
import { deleteTotp } from '../../records/factors/totp-queries.js';
import { lockUser } from '../../records/user-queries.js';

/** removeTotp: the authenticator app of the person who is signed in. */
export const removeTotp = (): UseCase<'removeTotp'> => async (caller) => {
  const { userId } = requireOwnSession(caller);
  return caller.write(async (tx) => {
    await lockUser(tx, userId);
    if (!(await deleteTotp(tx, userId))) throw conflict('You have no authenticator app.');
    await requireRemainingWays(tx, userId);
    await auditFactor(tx, caller, userId, 'user.removeTotp', { before: { totp: true }, after: null });
    return { status: 'success', message: 'The authenticator app was removed.' };
  });
};
