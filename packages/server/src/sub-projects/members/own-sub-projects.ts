import { isUnrestricted } from '../../access/authorize.js';
import { groupIdsOf } from '../../identity/records/group-member-queries.js';
import type { Queryable } from '../../postgres/database.js';
import type { Principal } from '../../use-case/caller.js';
import { type OwnSubProject, ownSubProjects } from '../records/sub-project-queries.js';

/**
 * The first sub-projects by name that a principal is a member of, for the administrator all, each with what
 * `SubProjects.at` needs: at most two statements.
 *
 * @param options.only ids to which it is limited; they must be UUIDs
 */
export async function findOwnSubProjects(
  db: Queryable,
  principal: Principal,
  options: { readonly only: readonly string[] | undefined; readonly limit: number },
): Promise<readonly OwnSubProject[]> {
  const memberIds =
    isUnrestricted(principal) || principal.kind !== 'user'
      ? undefined
      : [principal.userId, ...(await groupIdsOf(db, principal.userId))];
  return ownSubProjects(db, memberIds, options);
}
