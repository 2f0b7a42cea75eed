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

/** What {@link writingWork} gives: the entrance, and the `write` of the caller. */
export interface WritingEntrance extends Entrance {
  /** The work calls {@link requireVersionId} with what its first statement read. */
  readonly write: Caller['write'];
}

/**
 * As {@link enter}, for an operation that writes: it spares the statement that reads the current version. It takes the
 * configuration that this process loaded last; the first statement of the transaction reads which version is in force, and when it is
 * another one everything is done again. An answer that is kept for an Idempotency-Key is given only to who may still have it.
 *
 * @throws CatalogueError as {@link enter}, and the errors of `work`
 */
export async function writingWork<T extends object>(
  subProjects: Pick<SubProjects, 'load' | 'working'>,
  caller: Caller,
  subProjectId: string,
  operation: RoleOperation,
  work: (entrance: WritingEntrance) => Promise<T>,
  options: LookupOptions = {},
): Promise<T> {
  return subProjects.working(
    subProjectId,
    async (subProject) => {
      const access = accessTo(subProject, caller, operation);
      let isChecked = false;
      const write: Caller['write'] = (inner) =>
        caller.write((tx) => {
          isChecked = true;
          return inner(tx);
        });
      const value = await work({ subProject, access, write });
      const { versionId } = isChecked ? subProject : await subProjects.load(subProjectId, options);
      return { versionId, value };
    },
    options,
  );
}

/** @throws Error when another version of the configuration is in force than the one of {@link writingWork} */
export function requireVersionId(subProject: SubProject, versionId: string | null): void {
  if (versionId !== subProject.versionId) throw new Error('a configuration was deployed meanwhile');
}

/**
 * The second check alone, for a configuration that is loaded already.
 *
 * @throws CatalogueError what {@link authorize} raises
 */
export function accessTo(subProject: SubProject, caller: Pick<Caller, 'principal'>, operation: RoleOperation): Access {
  const { grant, denied } = operation.permission;
  return authorize(caller.principal, subProject, grant, denied);
}
