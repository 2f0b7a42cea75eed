import { operations } from '@millrace/contract';
import { authorize } from '../../access/authorize.js';
import { appendAudit } from '../../audit/records/append.js';
import type { InvitedRolesPort } from '../../identity/joining/joining-deps.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import { createSubProjects } from '../configuration/sub-projects.js';
import { countManaged, MOST_MANAGED, noteMembersChanged, setManagedRoles } from '../records/role-source-queries.js';
import { lockSubProject, namesOfSubProjects } from '../records/sub-project-queries.js';
import { requireDeclared } from './declared-roles.js';
import { mayGive } from './may-give.js';

/** The roles that invitations promise. */
export const invitedRoles: InvitedRolesPort = {
  async check(db, memberships) {
    const checked: { readonly subProjectId: string; readonly roles: readonly string[] }[] = [];
    for (const [index, { subProjectId, roles }] of memberships.entries()) {
      const subProject = await createSubProjects(db).load(subProjectId);
      requireDeclared(subProject, roles, `/memberships/${index}/roles`);
      if (checked.some((one) => one.subProjectId === subProject.id)) {
        const detail = `The sub-project ${subProject.id} is named before. Name it once, with all roles.`;
        throw invalidValue('A sub-project is named twice.', [
          { pointer: `/memberships/${index}/subProjectId`, detail },
        ]);
      }
      checked.push({ subProjectId: subProject.id, roles });
    }
    return checked;
  },
  async mayGive(tx, inviter, memberships) {
    for (const { subProjectId, roles } of memberships) {
      if ((await stillGiven(tx, inviter, subProjectId, roles)).length < roles.length) return false;
    }
    return memberships.length > 0;
  },
  namesOf: namesOfSubProjects,
  async give(tx, actor, { userId, inviter, memberships }) {
    if (inviter === undefined) return;
    // Sub-projects are locked by their ids, as everywhere.
    for (const { subProjectId, roles } of memberships.toSorted((a, b) => (a.subProjectId < b.subProjectId ? -1 : 1))) {
      if ((await lockSubProject(tx, subProjectId)) === undefined) continue;
      const given = await stillGiven(tx, inviter, subProjectId, roles);
      if (given.length === 0 || (await countManaged(tx, subProjectId)) >= MOST_MANAGED) continue;
      await setManagedRoles(tx, subProjectId, { kind: 'user', memberId: userId, roles: given }, principalId(inviter));
      await noteMembersChanged(tx, subProjectId);
      await appendAudit(tx, actor, [
        {
          action: 'member.setRoles',
          subProjectId,
          subjectType: 'member',
          subjectId: userId,
          processId: null,
          before: { roles: [] },
          after: { user: userId, roles: given, invitedBy: principalId(inviter) },
        },
      ]);
    }
  },
};

/** Those of the roles that are still declared, and that the inviting user may give now. */
async function stillGiven(
  tx: Transaction,
  inviter: Principal,
  subProjectId: string,
  roles: readonly string[],
): Promise<readonly string[]> {
  const { grant, denied } = operations.inviteMember.permission;
  const found = await allowed(async () => {
    const subProject = await createSubProjects(tx).load(subProjectId);
    return { subProject, access: authorize(inviter, subProject, grant, denied) };
  });
  if (found === undefined) return [];
  const { subProject, access } = found;
  return roles.filter((role) => subProject.roles.has(role) && mayGive(access, subProject, role));
}

/** Undefined for what the rules refuse. */
async function allowed<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
