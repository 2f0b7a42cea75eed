import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { storageLocked } from '../../kernel/errors/storage-errors.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';

/** The error of removing anything from a sub-project under legal hold (D32). */
export const underHold = (subProjectId: string): CatalogueError =>
  storageLocked(`The storage of the sub-project "${subProjectId}" is under legal hold.`);

/**
 * Of the given sub-projects those whose objects must not be removed: under legal hold (D32), or without a configuration
 * that could say so. One statement each.
 */
export async function heldSubProjects(subProjects: SubProjects, ids: readonly string[]): Promise<readonly string[]> {
  const held: string[] = [];
  for (const id of ids) if (await isHeld(subProjects, id)) held.push(id);
  return held;
}

export async function isHeld(subProjects: SubProjects, id: string): Promise<boolean> {
  try {
    return (await subProjects.load(id)).storage.legalHold;
  } catch (error) {
    if (error instanceof CatalogueError) return true;
    throw error;
  }
}
