import { type GroupMembership, type GroupSource, groupsOfUsers } from '../../identity/records/group-member-queries.js';
import { groupBy } from '../../kernel/group-by.js';
import type { Queryable } from '../../postgres/database.js';
import { documentRolesOf } from '../records/member-queries.js';
import { type RoleSource, roleSourcesOf } from '../records/role-source-queries.js';

/** Roles of a person, who gave them, and through which group. */
export interface PersonRoleSource {
  readonly source: 'document' | 'managed';
  readonly group: {
    readonly id: string;
    readonly name: string;
    /** Who says that the person is in the group, and since when. */
    readonly source: GroupSource;
    readonly since: string;
  } | null;
  readonly roles: string[];
  /** Null when the roles were given before this was recorded. */
  readonly since: string | null;
}

/** Where the roles of some people in a sub-project come from, by user id: three statements however many people. */
export async function findRoleSources(
  db: Queryable,
  subProjectId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly PersonRoleSource[]>> {
  if (userIds.length === 0) return new Map();
  const [memberships, document] = [await groupsOfUsers(db, userIds), await documentRolesOf(db, subProjectId, userIds)];
  const groupIds = memberships.map(({ groupId }) => groupId);
  const given = await roleSourcesOf(db, subProjectId, [...new Set([...userIds, ...groupIds])]);
  const byMember = groupBy(given, ({ memberId }) => memberId);
  const membershipsOf = groupBy(memberships, ({ userId }) => userId);
  const documentOf = new Map(document.map((row) => [row.userId, row]));
  return new Map(
    userIds.map((userId) => {
      const own = documentOf.get(userId);
      return [
        userId,
        [
          ...(own === undefined ? [] : [direct({ ...own, source: 'document' })]),
          ...(byMember.get(userId) ?? []).map(direct),
          ...(membershipsOf.get(userId) ?? []).flatMap((membership) =>
            (byMember.get(membership.groupId) ?? []).map((source) => through(membership, source)),
          ),
        ],
      ];
    }),
  );
}

const direct = ({
  source,
  roles,
  sinceTs,
}: Pick<RoleSource, 'source' | 'roles'> & { readonly sinceTs: Date | null }): PersonRoleSource => ({
  source,
  group: null,
  roles: [...roles],
  since: sinceTs?.toISOString() ?? null,
});

const through = ({ groupId, groupName, source, sinceTs }: GroupMembership, given: RoleSource): PersonRoleSource => ({
  ...direct(given),
  group: { id: groupId, name: groupName, source, since: sinceTs.toISOString() },
});
