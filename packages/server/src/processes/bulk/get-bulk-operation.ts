import { errorCatalogue, isErrorId, operations } from '@millrace/contract';
import type { UseCase } from '../../caller.js';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { transaction } from '../../postgres/pool.js';
import { enter } from '../../sub-projects/enter.js';
import { listErrors, MOST_ERRORS } from './bulk-queries.js';
import { findOwnBulk, presentBulk } from './find-own-bulk.js';
import type { BulkDeps } from './start-bulk.js';

/** getBulkOperation: how far a bulk update has come, and what refused it, in one snapshot. */
export const getBulkOperation =
  (deps: BulkDeps): UseCase<'getBulkOperation'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.getBulkOperation);
    const page = parsing(metaErrorIds, () => parsePage(request));
    return transaction(
      deps.db,
      async (tx) => {
        const bulk = await findOwnBulk(tx, caller, request);
        const errors = await listErrors(tx, bulk.id, page);
        return {
          bulkOperation: presentBulk(bulk),
          meta: metaOf(page, Math.min(bulk.failed, MOST_ERRORS)),
          errors: errors.map(({ processId, errorId: id, detail }) => ({
            processId,
            id,
            code: isErrorId(id) ? errorCatalogue[id].code : '',
            detail,
          })),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
