import { CommandRejected } from '@millrace/engine';
import { conflict } from '../../kernel/errors/request-errors.js';

/**
 * Runs work that gives the engine a command; a command that does not fit the run becomes 1009 with what was in the way.
 */
export async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CommandRejected)) throw error;
    const details = error.details.length > 0 ? error.details.join('; ') : error.message;
    throw conflict(`This does not fit the run: ${details}.`.replace(/\.\.$/, '.'));
  }
}
