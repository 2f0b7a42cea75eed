import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { type Finding, pointerOf } from '../document/findings/finding.js';

/**
 * What a check of one entry of the document found.
 *
 * @param at where the entry is in the document
 * @param check refuses what it would refuse as a request
 */
export async function findingsOf(
  at: readonly (string | number)[],
  check: () => void | Promise<void>,
): Promise<readonly Finding[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (!(error instanceof CatalogueError)) throw error;
    const { errors = [], detail } = error;
    if (errors.length === 0) return [{ path: pointerOf(at), message: detail }];
    return errors.map((blame) => ({ path: `${pointerOf(at)}${blame.pointer}`, message: blame.detail }));
  }
}
