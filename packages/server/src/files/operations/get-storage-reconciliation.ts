import { operations } from '@millrace/contract';
import { requireAdministrator } from '../../access/require-administrator.js';
import { namesNothing } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { UseCase } from '../../use-case/caller.js';
import { presentReconciliation } from '../reconciliation/reconciliation-report.js';
import { findReconciliation } from '../records/reconciliation/reconciliation-queries.js';
import type { FileDeps } from '../store/file-deps.js';

/** getStorageReconciliation (extension): how far a comparison has come. The newest hundred are kept. */
export const getStorageReconciliation =
  ({ db }: FileDeps): UseCase<'getStorageReconciliation'> =>
  async (caller, { id }) => {
    requireAdministrator(caller.principal, operations.getStorageReconciliation);
    const row = isUuid(id) ? await findReconciliation(db, id) : undefined;
    if (row === undefined) {
      throw namesNothing(`There is no storage reconciliation "${id.slice(0, 100)}".`, '/id');
    }
    return { reconciliation: presentReconciliation(row) };
  };
