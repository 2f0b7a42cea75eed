import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { assignableMembers } from '../change/assignable.js';
import type { ProcessDeps } from '../change/process-ports.js';
import { enterProcess } from '../records/visibility/enter-process.js';

/** getUsersForProcess: who may be assigned, by name (D4, D19). */
export const getUsersForProcess =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects' | 'users'>): UseCase<'getUsersForProcess'> =>
  async (caller, { subProjectId, processId, ...paging }) => {
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getUsersForProcess);
    const target =
      processId === undefined
        ? undefined
        : await enterProcess(deps.db, subProject, access, processId, {
            unknown: { id: errorIds.invalidRequest, status: 404 },
            outside: errorIds.mayNotRead,
          });
    const page = parsing(metaErrorIds, () => parsePage(paging));
    const roles = assignableMembers(subProject, target?.process.stageKey);
    const { users, total } = await deps.users.page(deps.db, [...roles.keys()], page);
    return {
      meta: metaOf(page, total),
      users: users.map(({ id, name, email }) => ({ id, name, email, role: roles.get(id) ?? '' })),
    };
  };
