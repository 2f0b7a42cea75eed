import { alreadyTaken } from '../../../kernel/errors/request-errors.js';
import { isUniqueViolation } from '../../../postgres/database.js';
import type { UseCase, UserPrincipal } from '../../../use-case/caller.js';
import { auditUser } from '../../joining/audit-joining.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { notUsable, useLink } from '../../joining/use-link.js';
import { revokeLinks } from '../../records/joining/one-time-link-queries.js';
import { EMAIL_INDEXES, lockUser, setUserEmail } from '../../records/user-queries.js';

/** Uses the link that was sent to a new address. Links for a new password that went to the address before end. */
export const confirmEmailChange =
  (_deps: JoiningDeps): UseCase<'confirmEmailChange'> =>
  async (caller, { token }) =>
    caller.write(async (tx) => {
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
