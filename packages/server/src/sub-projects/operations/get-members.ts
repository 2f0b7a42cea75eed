import { operations } from '@millrace/contract';
import { type Access, grantsOf, grantsOfRole } from '../../access/authorize.js';
import { grantsView, namesOf } from '../../access/role.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { findGroups } from '../../identity/records/group-queries.js';
import { countOfUsers, pageOfUsers } from '../../identity/records/user-queries.js';
import { groupBy } from '../../kernel/group-by.js';
import type { Queryable } from '../../postgres/database.js';
import type { UseCase, UserPrincipal } from '../../use-case/caller.js';
import { enter } from '../configuration/enter.js';
import type { SubProject } from '../configuration/sub-project.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { mayGive } from '../members/may-give.js';
import { findRoleSources } from '../members/role-sources.js';
import { groupRoleSources } from '../records/role-source-queries.js';

interface MembersDeps {
  readonly db: Queryable;
  readonly subProjects: SubProjects;
}

/** Lists who has roles in a sub-project by name, with where the roles come from. */
export const getMembers =
  ({ db, subProjects }: MembersDeps): UseCase<'getMembers'> =>
  async (caller, { subProjectId, userId, text, ...paging }) => {
    const { subProject, access } = await enter(subProjects, caller, subProjectId, operations.getMembers);
    const page = parsing(metaErrorIds, () => parsePage(paging));
    const { members } = subProject;
    const only = userId?.toLowerCase();
    const ids = only === undefined ? [...members.keys()] : members.has(only) ? [only] : [];
    const some = { ids, text };
    const users = await pageOfUsers(db, some, page);
    const sources = await findRoleSources(
      db,
      subProject.id,
      users.map(({ id }) => id),
    );
    return {
      meta: metaOf(page, await countOfUsers(db, some)),
      members: users.map(({ id, name, email, disabled }) => ({
        userId: id,
        name,
        email,
        disabled,
        roles: [...(members.get(id) ?? [])],
        sources: [...(sources.get(id) ?? [])],
      })),
      groups: await groupsOf(db, subProject),
      roles: rolesFor(access, subProject),
    };
  };

/** The roles of the document, and which of them the caller may give. */
function rolesFor(access: Access, subProject: SubProject) {
  const { grant } = operations.setMemberRoles.permission;
  const gives = grantsOf(access.principal as UserPrincipal, subProject).has(grant);
  return [...subProject.roles.values()].map((role) => ({
    name: role.name,
    grants: grantsView(grantsOfRole(role)),
    stages: namesOf(role.stages),
    filtered: role.filter !== undefined,
    members: role.members === undefined ? [] : role.members === 'ownRoles' ? ['own'] : namesOf(role.members),
    mayGive: gives && mayGive(access, subProject, role.name),
  }));
}

async function groupsOf(db: Queryable, { id, roles }: SubProject) {
  const given = groupBy(await groupRoleSources(db, id), ({ memberId }) => memberId);
  const groups = given.size === 0 ? [] : await findGroups(db, [...given.keys()]);
  return groups.map((group) => {
    const sources = given.get(group.id) ?? [];
    const held = new Set(sources.flatMap((source) => source.roles));
    return {
      groupId: group.id,
      name: group.name,
      roles: [...roles.keys()].filter((role) => held.has(role)),
      sources: sources.map((one) => ({
        source: one.source,
        roles: [...one.roles],
        since: one.sinceTs.toISOString(),
      })),
    };
  });
}
