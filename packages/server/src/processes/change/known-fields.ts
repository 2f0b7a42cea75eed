import { isUnrestricted, rolesOf } from '../../access/authorize.js';
import { everything, type NameSet, unionOf } from '../../access/role.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../use-case/caller.js';

/**
 * The fields that a message to a principal may name without having been asked: those that one of its roles reads, creates
 * or updates.
 */
export function knownFields(principal: Principal, subProject: SubProject): NameSet {
  if (principal.kind === 'system' || isUnrestricted(principal)) return everything;
  return unionOf(rolesOf(principal, subProject).flatMap(({ read, create, update }) => [read, create, update]));
}
