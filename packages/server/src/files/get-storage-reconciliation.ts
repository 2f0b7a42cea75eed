import { operations } from '@millrace/contract';
import { requireAdministrator } from '../access/require-administrator.js';
import type { UseCase } from '../caller.js';
import { CatalogueError } from '../catalogue-error.js';
import { isUuid } from '../identifiers.js';
import type { FileDeps } from './file-deps.js';
import { findReconciliation } from './reconciliation-queries.js';
import { presentReconciliation } from './reconciliation-report.js';

/** getStorageReconciliation (extension): how far a comparison has come. The newest hundred are kept. */
export const getStorageReconciliation =
  ({ db }: FileDeps): UseCase<'getStorageReconciliation'> =>
  async (caller, { id }) => {
    requireAdministrator(caller.principal, operations.getStorageReconciliation);
    const row = isUuid(id) ? await findReconciliation(db, id) : undefined;
    if (row === undefined) {
      throw new CatalogueError(1200, `There is no storage reconciliation "${id.slice(0, 100)}".`, {
        status: 404,
        errors: [{ pointer: '/id', detail: 'names no storage reconciliation' }],
      });
    }
    return { reconciliation: presentReconciliation(row, new Date()) };
  };
