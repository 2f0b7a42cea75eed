import { operations } from '@millrace/contract';
import { authorize, listedFor } from '../../access/authorize.js';
import { everything, type NameSet, only } from '../../access/role.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Queryable } from '../../postgres/database.js';
import { enterProcess } from '../../processes/records/visibility/enter-process.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Principal } from '../../use-case/caller.js';

/** The fields of a process that somebody who asks about its tasks reads; none where no role covers the process. */
export async function fieldsReadOn(
  db: Queryable,
  subProject: SubProject,
  principal: Principal,
  processId: string,
): Promise<NameSet> {
  const { grant, denied } = operations.getTask.permission;
  try {
    const access = authorize(principal, subProject, grant, denied);
    if (access.unrestricted) return everything;
    const { roles } = await enterProcess(db, subProject, access, processId, {
      unknown: { id: errorIds.processNotFound },
      outside: errorIds.outsideRowFilter,
    });
    return listedFor(access, roles, (role) => role.read);
  } catch (error) {
    if (error instanceof CatalogueError) return only([]);
    throw error;
  }
}
