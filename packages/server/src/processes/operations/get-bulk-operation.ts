import { operations } from '@millrace/contract';
import { metaErrorIds, parsing } from '../../filters/filter-error.js';
import { metaOf, parsePage } from '../../filters/paging.js';
import { transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { codeOf, presentReason } from '../bulk/bulk-reasons.js';
import { findOwnBulk, presentBulk } from '../bulk/find-own-bulk.js';
import { listErrors, listReasons, MOST_ERRORS } from '../records/bulk/bulk-queries.js';
import type { BulkDeps } from './bulk-update-processes.js';

const MOST_REASONS = 50;

/** getBulkOperation: how far a bulk operation has come, and what refused it, in one snapshot. */
export const getBulkOperation =
  (deps: BulkDeps): UseCase<'getBulkOperation'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.getBulkOperation);
    const page = parsing(metaErrorIds, () => parsePage(request));
    return transaction(
      deps.db,
      async (tx) => {
        const bulk = await findOwnBulk(tx, caller, request);
        const errors = await listErrors(tx, bulk, page);
        return {
          bulkOperation: presentBulk(bulk),
          meta: metaOf(page, Math.min(bulk.failed, MOST_ERRORS)),
          errors: errors.map(({ processId, errorId: id, detail }) => ({
            processId,
            id,
            code: codeOf(id),
            detail,
          })),
          reasons: (await listReasons(tx, bulk, MOST_REASONS)).map(presentReason),
        };
      },
      { isolation: 'repeatable read', readOnly: true },
    );
  };
