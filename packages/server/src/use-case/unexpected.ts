import type { ErrorId } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { ShareExceededError } from '../kernel/request-scope.js';
import { DatabaseUnavailableError } from '../postgres/database.js';

const passes = [CatalogueError, DatabaseUnavailableError, ShareExceededError];

/**
 * Runs `work` and turns an unexpected failure into the operation's own error (1222, 1224, 1227: status 500). The failure
 * is kept as the cause, for the log. Errors of the catalogue, a database that cannot be reached (1010) and a
 * user with too many requests (1003) stay as they are.
 *
 * @param detail text for the caller; it does not show the cause (D9)
 * @throws CatalogueError, DatabaseUnavailableError or ShareExceededError
 */
export async function unexpectedAs<T>(id: ErrorId, detail: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (passes.some((kind) => error instanceof kind)) throw error;
    throw new CatalogueError(id, detail, { cause: error });
  }
}
