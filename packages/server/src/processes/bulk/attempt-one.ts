import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import {
  DatabaseUnavailableError,
  isPassing,
  isRetryable,
  isStalePlan,
  type Transaction,
} from '../../postgres/database.js';
import type { MatchingProcess } from '../records/bulk/bulk-queries.js';
import type { BulkKind, BulkTask } from './bulk-kind.js';

/**
 * Does what a bulk operation does to one process, in a savepoint.
 *
 * @returns what became of the process, or why it refused; nothing of it is kept then
 */
export async function attemptOne(
  tx: Transaction,
  { takeOne, unexpected }: Pick<BulkKind, 'takeOne' | 'unexpected'>,
  task: BulkTask,
  process: MatchingProcess,
): Promise<string | CatalogueError> {
  try {
    return await tx.savepoint(() => takeOne(tx, task, process));
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    // These are no fault of the process: the batch fails, and is run again.
    if (error instanceof DatabaseUnavailableError || isRetryable(error) || isStalePlan(error) || isPassing(error)) {
      throw error;
    }
    task.log.error({ err: error, bulk: task.bulk.id, process: process.id }, 'a bulk operation failed on a process');
    return new CatalogueError(unexpected.id, unexpected.detail, { cause: error });
  }
}
