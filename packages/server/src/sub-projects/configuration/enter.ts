import type { Operation, Permission } from '@millrace/contract';
import { type Access, authorize } from '../../access/authorize.js';
import type { Caller } from '../../use-case/caller.js';
import type { SubProject } from './sub-project.js';
import type { LookupOptions, SubProjects } from './sub-projects.js';

/** An operation of the contract that a role of a sub-project grants. */
export type RoleOperation = Operation & { readonly permission: Extract<Permission, { kind: 'role' }> };

/** The sub-project of a request, and what its caller may do in it. */
export interface Entrance {
  readonly subProject: SubProject;
  readonly access: Access;
}

/**
 * The first two checks of every operation in a sub-project, in the order of D13: the sub-project, then the role.
 *
 * @throws CatalogueError 1202 or 1201 from loading, then what {@link authorize} raises
 */
export async function enter(
  subProjects: Pick<SubProjects, 'load'>,
  caller: Caller,
  subProjectId: string,
  operation: RoleOperation,
  options: LookupOptions = {},
): Promise<Entrance> {
  const subProject = await subProjects.load(subProjectId, options);
  return { subProject, access: accessTo(subProject, caller, operation) };
}

/**
 * The second check alone, for a configuration that is loaded already.
 *
 * @throws CatalogueError what {@link authorize} raises
 */
export function accessTo(subProject: SubProject, caller: Caller, operation: RoleOperation): Access {
  const { grant, denied } = operation.permission;
  return authorize(caller.principal, subProject, grant, denied);
}
