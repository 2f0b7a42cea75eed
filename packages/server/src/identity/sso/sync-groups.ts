import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { changeGroupMembers } from '../groups/change-group-members.js';
import type { GroupRolesPort } from '../groups/group-deps.js';
import { groupsOfUsers } from '../records/group-member-queries.js';
import { groupsByName, lockGroups } from '../records/group-queries.js';
import { describedByScim } from '../records/scim/scim-user-queries.js';
import { claimedGroups } from '../records/sso/link-queries.js';

/**
 * Brings the groups of people to what the claims of their linked accounts name: adds them to groups of these names, in any
 * case, and takes them out of groups that no claim names any more, as far as a claim put them there. Names that no group has
 * are kept with the account: they count from the sign-in after the group is created. Claims
 * about people whom an identity provider describes by SCIM count for nothing: SCIM is newer than any sign-in.
 */
export type SyncClaimGroups = (tx: Transaction, actor: Actor, userIds: readonly string[]) => Promise<void>;

/** What is so already locks and changes nothing, as at most sign-ins. */
export function createSyncClaimGroups(groupRoles: Pick<GroupRolesPort, 'changed'>): SyncClaimGroups {
  return async (tx, actor, userIds) => {
    if (userIds.length === 0) return;
    const described = await describedByScim(tx, userIds);
    const claims = (await claimedGroups(tx, userIds)).filter(({ userId }) => !described.has(userId));
    const groups = await groupsByName(tx, [...new Set(claims.map(({ group }) => group))]);
    const byName = new Map(groups.map(({ id, name }) => [name.toLowerCase(), id]));
    const wanted = new Map<string, Set<string>>();
    for (const { userId, group } of claims) {
      const id = byName.get(group.toLowerCase());
      if (id !== undefined) wanted.set(id, (wanted.get(id) ?? new Set()).add(userId));
    }
    const present = new Map<string, Set<string>>();
    for (const { groupId, userId, source } of await groupsOfUsers(tx, userIds)) {
      if (source === 'claim') present.set(groupId, (present.get(groupId) ?? new Set()).add(userId));
    }
    const changes = [...new Set([...wanted.keys(), ...present.keys()])].sort().flatMap((groupId) => {
      const want = wanted.get(groupId) ?? new Set<string>();
      const have = present.get(groupId) ?? new Set<string>();
      const add = [...want].filter((id) => !have.has(id));
      const remove = [...have].filter((id) => !want.has(id));
      return add.length + remove.length === 0 ? [] : [{ groupId, source: 'claim' as const, add, remove }];
    });
    await lockGroups(
      tx,
      changes.map(({ groupId }) => groupId),
    );
    for (const change of changes) await changeGroupMembers(tx, actor, groupRoles, change);
  };
}
