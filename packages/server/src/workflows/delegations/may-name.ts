import { operations } from '@millrace/contract';
import { authorize } from '../../access/authorize.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { requireMayGive } from '../../sub-projects/members/may-give.js';
import type { UserPrincipal } from '../../use-case/caller.js';

/**
 * Whether a user may name substitutes for a person: for oneself, and for others as who could give a substitute all roles of the
 * person. Otherwise naming somebody would give away what one may not give.
 */
export function mayNameFor(user: UserPrincipal, subProject: SubProject, personId: string): boolean {
  if (user.userId === personId) return true;
  const { grant, denied } = operations.setMemberRoles.permission;
  return allows(() => {
    const access = authorize(user, subProject, grant, denied);
    requireMayGive(access, subProject, subProject.members.get(personId) ?? []);
  });
}

/** Whether a user sees the delegations of everybody. */
export function mayListAll(user: UserPrincipal, subProject: SubProject): boolean {
  const { grant, denied } = operations.setMemberRoles.permission;
  return allows(() => authorize(user, subProject, grant, denied));
}

function allows(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof CatalogueError) return false;
    throw error;
  }
}
