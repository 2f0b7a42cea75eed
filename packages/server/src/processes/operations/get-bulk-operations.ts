import { operations } from '@millrace/contract';
import { isUnrestricted } from '../../access/authorize.js';
import { requireUser } from '../../access/require-user.js';
import { boundedMetaOf } from '../../filters/counting.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { parsePage } from '../../filters/paging.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { presentBulk } from '../bulk/find-own-bulk.js';
import { listBulks } from '../records/bulk/bulk-queries.js';
import type { BulkDeps } from './bulk-update-processes.js';

/** getBulkOperations: bulk operations of the caller, so that a page that is loaded again finds them. */
export const getBulkOperations =
  (deps: Pick<BulkDeps, 'db' | 'subProjects'>): UseCase<'getBulkOperations'> =>
  async (caller, request) => {
    const { subProject } = await enter(deps.subProjects, caller, request.subProjectId, operations.getBulkOperations);
    const user = requireUser(caller.principal, operations.getBulkOperations);
    const page = parsing(metaErrorIds, () => parsePage(request));
    const userId = isUnrestricted(user) ? undefined : user.userId;
    const { total, bulks } = await listBulks(deps.db, subProject.id, { userId, state: request.state }, page);
    return {
      meta: boundedMetaOf(page, total),
      bulkOperations: bulks.map((bulk) => ({
        bulkOperation: presentBulk(bulk),
        userId: bulk.userId,
        names: Object.keys(bulk.updates),
        workflowId: bulk.start?.workflowId ?? null,
        reason: bulk.reason,
      })),
    };
  };
