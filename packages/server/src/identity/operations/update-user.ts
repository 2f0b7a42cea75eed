import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { appendAudit } from '../../audit/records/append.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { UseCase } from '../../use-case/caller.js';
import { changedMembers } from '../directory/changed-members.js';
import type { IdentityDeps } from '../directory/identity-deps.js';
import { keepAdministrator } from '../directory/keep-administrator.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { checkName } from '../directory/user-name.js';
import { userView } from '../directory/views.js';
import { deleteScimTokensOf } from '../records/scim/scim-token-queries.js';
import { forgetScimDisabling } from '../records/scim/scim-user-queries.js';
import { lockAdministrators, lockUser, updateUserRow } from '../records/user-queries.js';
import { endAccess } from '../sessions/end-access.js';

/**
 * Renames, disables or enables a user. Disabling ends its sessions, personal tokens and access tokens within two seconds (D10), and
 * the SCIM tokens that it created, whose secrets it knows; the last administrator stays (1009).
 */
export const updateUser =
  (_deps: IdentityDeps): UseCase<'updateUser'> =>
  async (caller, request) => {
    requireAdministrator(caller.principal, operations.updateUser);
    const { userId, name, disabled } = request;
    if (name !== undefined) checkName(name);
    if (!isUuid(userId)) throw unknownTarget('userId');
    return caller.write(async (tx) => {
      // Before the row, as everyone does who takes both.
      if (disabled === true) await lockAdministrators(tx);
      const user = await lockUser(tx, userId);
      if (user === undefined) throw unknownTarget('userId');
      const change = changedMembers(user, { name, disabled });
      if (change === undefined) return { user: userView(user) };
      await updateUserRow(tx, userId, change.after);
      if (change.after.disabled === true && user.administrator) await keepAdministrator(tx);
      // Enabling the user again must not bring back what somebody was signed in with.
      const ended = change.after.disabled === true ? { ended: await endAllAccess(tx, userId) } : {};
      if (change.after.disabled !== undefined) await forgetScimDisabling(tx, userId);
      const subject = { subProjectId: null, subjectType: 'user', subjectId: userId, processId: null } as const;
      await appendAudit(tx, caller, [
        { ...subject, action: 'user.update', ...change, after: { ...change.after, ...ended } },
      ]);
      return { user: userView({ ...user, ...change.after }) };
    });
  };

const endAllAccess = async (tx: Transaction, userId: string) => ({
  ...(await endAccess(tx, userId)),
  scimTokenIds: await deleteScimTokensOf(tx, userId),
});
