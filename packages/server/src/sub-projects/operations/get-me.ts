import { grantsOf } from '../../access/authorize.js';
import { grantsView } from '../../access/role.js';
import { readSelf } from '../../identity/sessions/read-self.js';
import type { Database } from '../../postgres/database.js';
import type { UseCase, UserPrincipal } from '../../use-case/caller.js';
import type { SubProject } from '../configuration/sub-project.js';
import type { SubProjects } from '../configuration/sub-projects.js';
import { findOwnSubProjects } from '../members/own-sub-projects.js';
import type { OwnSubProject } from '../records/sub-project-queries.js';

/** More are left out: getSubProjects lists them. */
const MOST_SUB_PROJECTS = 200;

export interface GetMeDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'at'>;
}

/** getMe: the caller, the session, and what the caller may do in each sub-project. */
export const getMe =
  ({ db, subProjects }: GetMeDeps): UseCase<'getMe'> =>
  async (caller, { subProjectId: only }) => {
    const { principal } = caller;
    const [self, found] = await Promise.all([
      readSelf(db, caller),
      findOwnSubProjects(db, principal, {
        only: only === undefined ? undefined : [only],
        limit: MOST_SUB_PROJECTS + 1,
      }),
    ]);
    const listed = found.slice(0, MOST_SUB_PROJECTS);
    const user = principal as UserPrincipal;
    return {
      ...self,
      subProjects: await Promise.all(
        listed.map(async (row) => subProjectView(row, user, await subProjects.at(row.id, row))),
      ),
      moreSubProjects: found.length > listed.length,
    };
  };

function subProjectView({ id, name }: OwnSubProject, user: UserPrincipal, subProject: SubProject | undefined) {
  // Nothing can be done in a sub-project without a configuration.
  if (subProject === undefined) return { id, name, version: null, roles: [], grants: {} };
  return {
    id,
    name,
    version: String(subProject.version),
    roles: [...(subProject.members.get(user.userId) ?? [])],
    grants: grantsView(grantsOf(user, subProject)),
  };
}
