import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { Log } from '../../kernel/log.js';
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
export const attemptOne = (
  tx: Transaction,
  { takeOne, unexpected }: Pick<BulkKind, 'takeOne' | 'unexpected'>,
  task: BulkTask,
  process: MatchingProcess,
): Promise<string | CatalogueError> =>
  inSavepoint(tx, () => takeOne(tx, task, process), {
    unexpected,
    log: task.log,
    about: { bulk: task.bulk.id, process: process.id },
  });

/**
 * Does something in a savepoint.
 *
 * @param about what the log says of a fault of ours
 * @returns what the work gives, or why it refused; nothing of it is kept then
 */
export async function inSavepoint<T>(
  tx: Transaction,
  work: () => Promise<T>,
  { unexpected, log, about }: Pick<BulkKind, 'unexpected'> & { readonly log: Log; readonly about: object },
): Promise<T | CatalogueError> {
  try {
    return await tx.savepoint(work);
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    // These are no fault of what it is about: the batch fails, and is run again.
    if (error instanceof DatabaseUnavailableError || isRetryable(error) || isStalePlan(error) || isPassing(error)) {
      throw error;
    }
    log.error({ err: error, ...about }, 'a bulk operation failed on one of many');
    return new CatalogueError(unexpected.id, unexpected.detail, { cause: error });
  }
}
