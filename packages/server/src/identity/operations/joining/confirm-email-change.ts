import { alreadyTaken, conflict } from '../../../kernel/errors/request-errors.js';
import { isUniqueViolation } from '../../../postgres/database.js';
import type { UseCase, UserPrincipal } from '../../../use-case/caller.js';
import { auditUser } from '../../joining/audit-joining.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { notUsable, requireOpenLink, useLink } from '../../joining/use-link.js';
import { revokeLinks } from '../../records/joining/one-time-link-queries.js';
import { EMAIL_INDEXES, lockUser, setUserEmail } from '../../records/user-queries.js';

/**
 * Uses the link that was sent to a new address, in a browser in which the person is signed in who asked for it: who has the
 * mailbox alone, perhaps because the address was mistyped, must not get the account. Links for a new password that went to the address
 * before end.
 */
export const confirmEmailChange =
  ({ db, sessions }: Pick<JoiningDeps, 'db' | 'sessions'>): UseCase<'confirmEmailChange'> =>
  async (caller, { token }) => {
    const link = await requireOpenLink(db, token, 'email-change');
    const { sessionSecret } = caller.sender;
    const session = sessionSecret === undefined ? undefined : await sessions.use(sessionSecret);
    if (session?.userId !== link.subject) {
      throw conflict(
        'Only the person who asked for this address can confirm it. Sign in as that person in this browser, then open the link again.',
      );
    }
    return caller.write(async (tx) => {
      const { subject: userId, data } = await useLink(tx, token, 'email-change');
      const user = await lockUser(tx, userId);
      const email = String(data.email);
      if (user === undefined || user.disabled) throw notUsable(undefined, 'email-change');
      try {
        await tx.savepoint(() => setUserEmail(tx, userId, email));
      } catch (error) {
        if (!EMAIL_INDEXES.some((index) => isUniqueViolation(error, index))) throw error;
        throw alreadyTaken('Another user has this e-mail address.', '/token', error);
      }
      await revokeLinks(tx, 'password-reset', userId);
      const { name, administrator } = user;
      const principal: UserPrincipal = { kind: 'user', userId, clientId: undefined, name, administrator, scopes: [] };
      const actor = { principal, traceId: caller.traceId };
      await auditUser(tx, actor, userId, 'user.changeEmail', { before: { email: user.email }, after: { email } });
      return { status: 'changed', email };
    });
  };
