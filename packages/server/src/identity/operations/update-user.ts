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
      // Whom an administrator disables, the identity provider does not enable: also when it has disabled the person itself.
      const wasScims = disabled !== undefined && (await forgetScimDisabling(tx, userId));
      const isTakenOver = wasScims && user.disabled && disabled === true;
      if (change === undefined && !isTakenOver) return { user: userView(user) };
      if (change !== undefined) await updateUserRow(tx, userId, change.after);
      const isDisabled = change?.after.disabled === true;
      if (isDisabled && user.administrator) await keepAdministrator(tx);
      // Enabling the user again must not bring back what somebody was signed in with.
      const ended = isDisabled || isTakenOver ? { ended: await endAllAccess(tx, userId) } : {};
      const by = (who: 'scim' | 'administrator') => (isTakenOver ? { disabledBy: who } : {});
      const subject = { subProjectId: null, subjectType: 'user', subjectId: userId, processId: null } as const;
      const before = { ...change?.before, ...by('scim') };
      const after = { ...change?.after, ...by('administrator'), ...ended };
      await appendAudit(tx, caller, [{ ...subject, action: 'user.update', before, after }]);
      return { user: userView({ ...user, ...change?.after }) };
    });
  };

const endAllAccess = async (tx: Transaction, userId: string) => ({
  ...(await endAccess(tx, userId)),
  scimTokenIds: await deleteScimTokensOf(tx, userId),
});
