import { isUnrestricted } from '../../access/authorize.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import type { Queryable } from '../../postgres/database.js';
import { type Caller, principalId } from '../../use-case/caller.js';
import { type BulkRow, findBulk } from '../records/bulk/bulk-queries.js';
import { presentOutcomes } from './bulk-reasons.js';

/**
 * A bulk operation that the caller asked for; the administrator has all. To others it does not exist: its errors name
 * processes that they may not see.
 *
 * @throws CatalogueError 1200 with 404 (D14)
 */
export async function findOwnBulk(
  db: Queryable,
  caller: Caller,
  { subProjectId, bulkId }: { readonly subProjectId: string; readonly bulkId: string },
  lock: '' | 'for update' = '',
): Promise<BulkRow> {
  const row = await findBulk(db, subProjectId, bulkId, lock);
  if (row !== undefined && (isUnrestricted(caller.principal) || row.userId === principalId(caller.principal)))
    return row;
  throw notFound('bulk operation', bulkId, ' of the caller in this sub-project');
}

/** A bulk operation on the wire. */
export const presentBulk = (bulk: BulkRow) => {
  const { id, start, repair, state, total, done, failed, outcomes, failure, createdTs, updatedTs } = bulk;
  return {
    id,
    kind: repair?.action ?? (start === null ? ('UPDATE' as const) : ('EXECUTE' as const)),
    state,
    total: String(total),
    done: String(done),
    failed: String(failed),
    outcomes: presentOutcomes(outcomes),
    failure: failure?.detail ?? null,
    createdTs: createdTs.toISOString(),
    updatedTs: updatedTs.toISOString(),
  };
};
