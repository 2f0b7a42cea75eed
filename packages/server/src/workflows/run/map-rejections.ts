import { CommandRejected } from '@millrace/engine';
import { conflict } from '../../kernel/errors/request-errors.js';

/**
 * Maps the engine's rejection of a command to the error of the request that gave it.
 *
 * @param work gives the engine a command
 * @throws CatalogueError 1009 with the reasons when the command does not fit the run
 */
export async function mapRejections<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandRejected)) throw error;
    const details = error.details.length > 0 ? error.details.join('; ') : error.message;
    throw conflict(`This does not fit the run: ${details}.`.replace(/\.\.$/, '.'));
  }
}
