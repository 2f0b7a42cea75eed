import { operations } from '@millrace/contract';
import { requireUser } from '../../../access/require-user.js';
import { boundedMetaOf } from '../../../filters/counting.js';
import { metaErrorIds, parsing } from '../../../filters/filter-error.js';
import { parsePage } from '../../../filters/paging.js';
import { mayNotCall } from '../../../kernel/errors/access-errors.js';
import { transaction } from '../../../postgres/database.js';
import { enter } from '../../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../../use-case/caller.js';
import { mayListAll } from '../../delegations/may-name.js';
import { presentDelegation } from '../../delegations/present-delegation.js';
import { listDelegations } from '../../records/delegations/delegations.js';
import type { WorkflowDeps } from '../../run/workflow-deps.js';
import { userNamesOf } from '../../tasks/user-names.js';

/**
 * Lists delegations that are not over.
 *
 * @throws CatalogueError 1202, 1209 also when those of everybody are not the caller's to see, 1200 for wrong paging
 */
export const getDelegations =
  (deps: Pick<WorkflowDeps, 'db' | 'subProjects' | 'userNames' | 'now'>): UseCase<'getDelegations'> =>
  async (caller, query) => {
    const { subProject } = await enter(deps.subProjects, caller, query.subProjectId, operations.getDelegations);
    const user = requireUser(caller.principal, operations.getDelegations);
    const page = parsing(metaErrorIds, () => parsePage(query));
    const isAll = query.view === 'all';
    if (isAll && !mayListAll(user, subProject)) {
      throw mayNotCall('The delegations of everybody are for the administrator and roles with members.');
    }
    const search = {
      subProjectId: subProject.id,
      of: isAll ? undefined : user.userId,
      now: new Date(deps.now()),
    };
    return transaction(
      deps.db,
      async (tx) => {
        const { delegations, total } = await listDelegations(tx, search, page);
        const names = await userNamesOf(
          deps,
          tx,
          delegations.flatMap(({ personId, substituteId }) => [personId, substituteId]),
        );
        return {
          meta: boundedMetaOf(page, total),
          delegations: delegations.map((row) => presentDelegation(row, names)),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
