import { membersOfGroups } from '../../identity/records/group-member-queries.js';
import type { Queryable } from '../../postgres/database.js';
import { managedRoles } from '../records/role-source-queries.js';
import type { StoredConfiguration } from '../records/stored-configuration.js';

/** Roles that a person or a group holds by one source. */
export interface RoleHolder {
  readonly kind: 'user' | 'group';
  readonly memberId: string;
  readonly roles: readonly string[];
}

/**
 * The roles of each person: what the document gives, what was given beside it, and both again through groups. No source
 * takes away what another gives. Roles that the document no longer declares count for nothing.
 *
 * @param declared the roles of the document, in its order, which is that of each person's roles
 * @param groups the people of the groups among the holders
 */
export function effectiveMembers(
  declared: readonly string[],
  holders: readonly RoleHolder[],
  groups: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const held = new Map<string, Set<string>>();
  for (const { kind, memberId, roles } of holders) {
    for (const userId of kind === 'user' ? [memberId] : (groups.get(memberId) ?? [])) {
      const known = held.get(userId);
      if (known === undefined) held.set(userId, new Set(roles));
      else for (const role of roles) known.add(role);
    }
  }
  // Most people of a sub-project hold one of few combinations, which are kept once.
  const combinations = new Map<string, readonly string[]>();
  const members = new Map<string, readonly string[]>();
  for (const [userId, names] of held) {
    const roles = declared.filter((role) => names.has(role));
    if (roles.length === 0) continue;
    const key = roles.join(' ');
    const shared = combinations.get(key) ?? Object.freeze(roles);
    combinations.set(key, shared);
    members.set(userId, shared);
  }
  return members;
}

/** What a document gives by itself, to people and to groups. */
export const documentHolders = ({ members, groups = [] }: StoredConfiguration): readonly RoleHolder[] => [
  ...members.map(({ userId, roles }) => ({ kind: 'user' as const, memberId: userId, roles })),
  ...groups.map(({ groupId, roles }) => ({ kind: 'group' as const, memberId: groupId, roles })),
];

/** The roles of each person as they are now: two statements, the second only if a group has roles. */
export async function readMembers(
  db: Queryable,
  subProjectId: string,
  configuration: StoredConfiguration,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const holders: readonly RoleHolder[] = [...documentHolders(configuration), ...(await managedRoles(db, subProjectId))];
  const groupIds = [...new Set(holders.flatMap(({ kind, memberId }) => (kind === 'group' ? [memberId] : [])))];
  const groups = groupIds.length === 0 ? [] : await membersOfGroups(db, groupIds);
  return effectiveMembers(
    configuration.document.roles.map(({ name }) => name),
    holders,
    new Map(groups.map(({ groupId, userIds }) => [groupId, userIds])),
  );
}
