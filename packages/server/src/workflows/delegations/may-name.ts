import { operations } from '@millrace/contract';
import { accessOf } from '../../access/authorize.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { mayGive } from '../../sub-projects/members/may-give.js';
import type { UserPrincipal } from '../../use-case/caller.js';

/**
 * Whether a user may name substitutes for a person: for oneself, and for others as who could give a substitute all roles of the
 * person. Otherwise naming somebody would give away what one may not give.
 */
export function mayNameFor(user: UserPrincipal, subProject: SubProject, personId: string): boolean {
  if (user.userId === personId) return true;
  const access = accessOf(user, subProject, operations.setMemberRoles.permission.grant);
  if (access === undefined) return false;
  return (subProject.members.get(personId) ?? []).every((role) => mayGive(access, subProject, role));
}

/** Whether a user sees the delegations of everybody. */
export const mayListAll = (user: UserPrincipal, subProject: SubProject): boolean =>
  accessOf(user, subProject, operations.setMemberRoles.permission.grant) !== undefined;
