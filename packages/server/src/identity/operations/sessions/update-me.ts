import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import { conflict } from '../../../kernel/errors/request-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { checkName } from '../../directory/user-name.js';
import { userView } from '../../directory/views.js';
import { requireOwnSession } from '../../factors/own-session.js';
import { auditUser } from '../../joining/audit-joining.js';
import { isManagedByScim } from '../../records/scim/scim-user-queries.js';
import { lockUser, updateUserRow } from '../../records/user-queries.js';

/** updateMe: another name for the person who is signed in (D105). */
export const updateMe =
  (): UseCase<'updateMe'> =>
  async (caller, { name }) => {
    const { userId } = requireOwnSession(caller);
    checkName(name);
    return caller.write(async (tx) => {
      const user = await lockUser(tx, userId);
      if (user === undefined) throw unauthenticated('The user of this request is gone.');
      if (name === user.name) return { user: userView(user) };
      if (await isManagedByScim(tx, userId)) {
        throw conflict('Your identity provider manages your name: it is changed there.');
      }
      await updateUserRow(tx, userId, { name });
      await auditUser(tx, caller, userId, 'user.update', { before: { name: user.name }, after: { name } });
      return { user: userView({ ...user, name }) };
    });
  };
