import type { ErrorId } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { DatabaseUnavailableError } from '../postgres/database.js';

/**
 * Runs `work` and gives a failure nobody raised on purpose the operation's own code (1222, 1224, 1227: 500), keeping it
 * as the cause for the log. What is raised on purpose, and a database that cannot be reached (1010), stay as they are.
 *
 * @param detail for the person who called; says nothing of the cause (D9)
 */
export async function unexpectedAs<T>(id: ErrorId, detail: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogueError || error instanceof DatabaseUnavailableError) throw error;
    throw new CatalogueError(id, detail, { cause: error });
  }
}
