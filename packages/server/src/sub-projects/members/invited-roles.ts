import { operations } from '@millrace/contract';
import { accessOf } from '../../access/authorize.js';
import { appendAudit } from '../../audit/records/append.js';
import type { InvitedRolesPort } from '../../identity/joining/joining-deps.js';
import { invalidValue } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import { createSubProjects } from '../configuration/sub-projects.js';
import { countManaged, MOST_MANAGED, noteMembersChanged, setManagedRoles } from '../records/role-source-queries.js';
import { lockSubProject, namesOfSubProjects } from '../records/sub-project-queries.js';
import { findCurrentVersionId } from '../records/version-queries.js';
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
  const version = await findCurrentVersionId(tx, subProjectId);
  if (version === undefined) return [];
  const subProject = await createSubProjects(tx).at(subProjectId, version);
  if (subProject === undefined) return [];
  const access = accessOf(inviter, subProject, operations.inviteMember.permission.grant);
  if (access === undefined) return [];
  return roles.filter((role) => subProject.roles.has(role) && mayGive(access, subProject, role));
}
