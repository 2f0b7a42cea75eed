import { operations } from '@millrace/contract';
import { requireAdministrator } from '../access/require-administrator.js';
import { appendAudit } from '../audit/append.js';
import type { UseCase } from '../caller.js';
import { isUuid } from '../identifiers.js';
import { changedMembers } from './changed-members.js';
import type { IdentityDeps } from './identity-deps.js';
import { keepAdministrator } from './keep-administrator.js';
import { unknownTarget } from './unknown-target.js';
import { checkName } from './user-name.js';
import { lockAdministrators, lockUser, updateUserRow } from './user-queries.js';
import { userView } from './views.js';

/** Renames, disables or enables a user. Its tokens follow within seconds (D10); the last administrator stays (1009). */
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
      const subject = { subProjectId: null, subjectType: 'user', subjectId: userId, processId: null } as const;
      await appendAudit(tx, caller, [{ ...subject, action: 'user.update', ...change }]);
      return { user: userView({ ...user, ...change.after }) };
    });
  };
