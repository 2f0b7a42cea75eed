import { type Access, isUnrestricted, rolesOf } from '../../../access/authorize.js';
import { everything, type NameSet, unionOf } from '../../../access/role.js';
import type { Queryable } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../../use-case/caller.js';
import { coverage, coveringRoles } from './process-visibility.js';

/** The fields that a principal reads on a process with any of its roles, whatever the scopes of its token. The id must be a UUID. */
export async function readableFields(
  db: Queryable,
  subProject: SubProject,
  principal: Principal,
  processId: string,
): Promise<NameSet> {
  if (isUnrestricted(principal) || principal.kind !== 'user') return everything;
  const access: Access = {
    principal,
    grant: 'process.read',
    unrestricted: false,
    roles: rolesOf(principal, subProject),
  };
  const [row] = await db<{ readonly covered: readonly number[] }>`
    select ${coverage(subProject, access)} as covered from processes p
    where p.sub_project_id = ${subProject.id} and p.id = ${processId}`;
  return unionOf(coveringRoles(access, row?.covered ?? []).map(({ read }) => read));
}
