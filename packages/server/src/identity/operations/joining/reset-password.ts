import type { UseCase } from '../../../use-case/caller.js';
import { principalOfPerson } from '../../directory/principal-of-person.js';
import type { JoiningDeps } from '../../joining/joining-deps.js';
import { notUsable, requireOpenLink, useLink } from '../../joining/use-link.js';
import { checkNewPassword } from '../../passwords/password-rules.js';
import { replacePassword } from '../../passwords/replace-password.js';
import { deleteGrantsOfUser } from '../../records/applications/grant-queries.js';
import { findUser, lockUser } from '../../records/user-queries.js';

/** Uses a link to set a new password. All sessions, what applications hold, and other links end; other factors stay. */
export const resetPassword =
  ({ db, passwords, mails, now }: JoiningDeps): UseCase<'resetPassword'> =>
  async (caller, { token, password }) => {
    const link = await requireOpenLink(db, token, 'password-reset');
    const known = await findUser(db, link.subject);
    if (known === undefined || known.disabled) throw notUsable(undefined, 'password-reset');
    await checkNewPassword(password, known);
    // Before the transaction: it takes 50 ms of a core.
    const hash = await passwords.hash(password);
    const changedTs = new Date(now());
    return caller.write(async (tx) => {
      const { subject: userId } = await useLink(tx, token, 'password-reset');
      const user = await lockUser(tx, userId);
      if (user === undefined || user.disabled) throw notUsable(undefined, 'password-reset');
      const actor = { principal: principalOfPerson(user), traceId: caller.traceId };
      await replacePassword(tx, actor, { userId, hash, by: 'reset', now: changedTs.getTime() });
      await deleteGrantsOfUser(tx, userId);
      await mails.add(tx, {
        template: 'passwordChanged',
        to: { name: user.name, address: user.email },
        data: { changedTs: changedTs.toISOString() },
      });
      return { status: 'changed' };
    });
  };
