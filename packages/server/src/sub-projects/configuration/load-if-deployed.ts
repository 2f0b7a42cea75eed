import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { SubProject } from './sub-project.js';
import type { SubProjects } from './sub-projects.js';

/** The current configuration of a sub-project; undefined: nothing is deployed, or there is no such sub-project. */
export async function loadIfDeployed(
  subProjects: Pick<SubProjects, 'load'>,
  subProjectId: string,
): Promise<SubProject | undefined> {
  try {
    return await subProjects.load(subProjectId);
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
