import { operations } from '@millrace/contract';
import { appendAudit } from '../../audit/records/append.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { UseCase } from '../../use-case/caller.js';
import { findOwnBulk, presentBulk } from '../bulk/find-own-bulk.js';
import { advanceBulk } from '../records/bulk/bulk-queries.js';
import type { BulkDeps } from './bulk-update-processes.js';

/** cancelBulkOperation: waits for the batch under way, which holds the row, and lets no other begin. */
export const cancelBulkOperation =
  (deps: BulkDeps): UseCase<'cancelBulkOperation'> =>
  async (caller, request) => {
    await enter(deps.subProjects, caller, request.subProjectId, operations.cancelBulkOperation);
    return caller.write(async (tx) => {
      const bulk = await findOwnBulk(tx, caller, request, 'for update');
      if (bulk.state !== 'RUNNING') return { bulkOperation: presentBulk(bulk) };
      await advanceBulk(tx, bulk, { ...bulk, state: 'CANCELLED' });
      await appendAudit(tx, caller, [
        {
          action: 'bulk.cancel',
          subProjectId: bulk.subProjectId,
          subjectType: 'bulk',
          subjectId: bulk.id,
          processId: null,
          before: { state: 'RUNNING' },
          after: { state: 'CANCELLED', done: bulk.done, failed: bulk.failed },
        },
      ]);
      return { bulkOperation: presentBulk({ ...bulk, state: 'CANCELLED' }) };
    });
  };
