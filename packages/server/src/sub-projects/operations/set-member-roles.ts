import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { findNamedUsers } from '../../identity/records/find-named-users.js';
import { holdNamedGroups } from '../../identity/records/group-queries.js';
import { conflict, excerpt, invalidRequest, namesNothing } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { principalId, type UseCase } from '../../use-case/caller.js';
import { requireVersionId, writingWork } from '../configuration/enter.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { requireDeclared } from '../members/declared-roles.js';
import { requireMayGive } from '../members/may-give.js';
import { documentRolesOf } from '../records/member-queries.js';
import {
  countManaged,
  MOST_MANAGED,
  noteMembersChanged,
  type RoleSource,
  roleSourcesOf,
  setManagedRoles,
} from '../records/role-source-queries.js';
import { lockSubProject } from '../records/sub-project-queries.js';
import { findCurrentVersionId } from '../records/version-queries.js';

type Request = Parameters<UseCase<'setMemberRoles'>>[1];
type Member = Pick<RoleSource, 'kind' | 'memberId'> & { readonly name: string };

/**
 * Sets the roles that a person or a group is given beside those of groups. What the document gives stays given: leaving it
 * out is refused (1009). Every server sees the change with its next request.
 */
export const setMemberRoles =
  ({ subProjects }: { readonly subProjects: SubProjects }): UseCase<'setMemberRoles'> =>
  async (caller, request) => {
    const { subProjectId, add } = request;
    if ((request.roles === undefined) === (add === undefined)) {
      throw invalidRequest(
        'Send either roles, all that the member is given, or add, those that are given in addition.',
      );
    }
    if ((request.user === undefined) === (request.group === undefined)) {
      throw invalidRequest('Send either user or group: whose roles are set.');
    }
    return writingWork(
      subProjects,
      caller,
      subProjectId,
      operations.setMemberRoles,
      async ({ subProject, access, write }) => {
        requireDeclared(subProject, add ?? request.roles ?? [], add === undefined ? '/roles' : '/add');
        return write(async (tx) => {
          // Before the sub-project, as everyone does who locks both.
          const member = await findMember(tx, request);
          await lockSubProject(tx, subProject.id);
          const current = await findCurrentVersionId(tx, subProject.id);
          requireVersionId(subProject, current?.versionId ?? null);
          const { document, managed } = await givenTo(tx, subProject.id, member);
          const before = new Set([...document, ...managed]);
          const wanted = new Set(request.roles ?? [...before, ...(add ?? [])]);
          requireThoseOfDocument(member, document, wanted);
          const added = [...wanted].filter((role) => !before.has(role));
          const removed = [...before].filter((role) => !wanted.has(role));
          requireMayGive(access, subProject, [...added, ...removed]);
          if (added.length + removed.length > 0) {
            const roles = [...wanted].filter((role) => !document.includes(role));
            await setManagedRoles(tx, subProject.id, { ...member, roles }, principalId(caller.principal));
            await requireFewEnough(tx, subProject.id);
            await noteMembersChanged(tx, subProject.id);
            await appendAudit(tx, caller, [
              {
                action: 'member.setRoles',
                subProjectId: subProject.id,
                subjectType: 'member',
                subjectId: member.memberId,
                processId: null,
                before: { roles: [...before] },
                after: { [member.kind]: member.name, roles: [...wanted] },
              },
            ]);
          }
          return { roles: [...wanted], added, removed };
        });
      },
    );
  };

/** @throws CatalogueError 1200 (404) */
async function findMember(tx: Transaction, { user, group }: Request): Promise<Member> {
  if (group !== undefined) {
    const found = (await holdNamedGroups(tx, [group])).get(group);
    if (found === undefined) {
      throw namesNothing(`There is no group with the name or id "${excerpt(group)}".`, '/group');
    }
    return { kind: 'group', memberId: found.id, name: found.name };
  }
  const name = user ?? '';
  const found = (await findNamedUsers(tx, [name])).get(name);
  if (found === undefined) {
    throw namesNothing(`There is no user with the id, e-mail address or client id "${excerpt(name)}".`, '/user');
  }
  return { kind: 'user', memberId: found.userId, name };
}

async function givenTo(tx: Transaction, subProjectId: string, { kind, memberId }: Member) {
  const sources = await roleSourcesOf(tx, subProjectId, [memberId]);
  const rolesBy = (wanted: RoleSource['source']) =>
    sources.filter(({ source }) => source === wanted).flatMap(({ roles }) => roles);
  const own = kind === 'user' ? await documentRolesOf(tx, subProjectId, [memberId]) : [];
  return { document: [...own.flatMap(({ roles }) => roles), ...rolesBy('document')], managed: rolesBy('managed') };
}

function requireThoseOfDocument({ kind, name }: Member, document: readonly string[], roles: ReadonlySet<string>): void {
  const missing = document.filter((role) => !roles.has(role));
  if (missing.length === 0) return;
  throw conflict(
    `The document of the sub-project gives ${missing.join(', ')} to the ${kind} "${excerpt(name)}". Only a deployment of a changed document takes that away; send ${missing.length === 1 ? 'this role' : 'these roles'} too.`,
  );
}

async function requireFewEnough(tx: Transaction, subProjectId: string): Promise<void> {
  if ((await countManaged(tx, subProjectId)) <= MOST_MANAGED) return;
  throw conflict(`At most ${MOST_MANAGED} people and groups can be given roles in a sub-project. Use groups.`);
}
