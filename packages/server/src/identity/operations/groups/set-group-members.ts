import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../../access/require-administrator.js';
import { excerpt, invalidRequest } from '../../../kernel/errors/request-errors.js';
import type { Transaction } from '../../../postgres/database.js';
import type { UseCase } from '../../../use-case/caller.js';
import { changeGroupMembers } from '../../groups/change-group-members.js';
import type { GroupDeps } from '../../groups/group-deps.js';
import { requireGroup } from '../../groups/group-view.js';
import { findNamedUsers } from '../../records/find-named-users.js';
import { usersInGroup } from '../../records/group-member-queries.js';

/** Unknown names that an error lists. */
const MOST_NAMED = 20;

/** Changes who is in a group as far as this operation says so; other sources are left alone. */
export const setGroupMembers =
  ({ groupRoles }: Pick<GroupDeps, 'groupRoles'>): UseCase<'setGroupMembers'> =>
  async (caller, { groupId, users, add, remove: leave }) => {
    requireAdministrator(caller.principal, operations.setGroupMembers);
    if ((users === undefined) === (add === undefined && leave === undefined)) {
      throw invalidRequest('Send either users, the whole list, or add and remove.');
    }
    return caller.write(async (tx) => {
      const group = await requireGroup(tx, groupId);
      const source = 'managed';
      if (users !== undefined) {
        const wanted = await resolve(tx, 'users', users);
        const stay = new Set(wanted);
        const remove = (await usersInGroup(tx, group.id, source)).filter((id) => !stay.has(id));
        return changeGroupMembers(tx, caller, groupRoles, { groupId: group.id, source, add: wanted, remove });
      }
      return changeGroupMembers(tx, caller, groupRoles, {
        groupId: group.id,
        source,
        add: await resolve(tx, 'add', add ?? []),
        remove: await resolve(tx, 'remove', leave ?? []),
      });
    });
  };

/** @throws CatalogueError 1200 for names that no user has */
async function resolve(tx: Transaction, member: string, names: readonly string[]): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const found = await findNamedUsers(tx, names);
  const unknown = names.flatMap((name, index) => (found.has(name) ? [] : [{ name, index }]));
  if (unknown.length === 0) return [...found.values()].map(({ userId }) => userId);
  throw invalidRequest(
    `${unknown.length === 1 ? 'One name is' : `${unknown.length} names are`} not the id, e-mail address or client id of a user.`,
    unknown.slice(0, MOST_NAMED).map(({ name, index }) => ({
      pointer: `/${member}/${index}`,
      detail: `There is no user "${excerpt(name)}".`,
    })),
  );
}
