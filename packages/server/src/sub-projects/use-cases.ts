import type { UseCases } from '../caller.js';
import type { Database } from '../postgres/pool.js';
import { createSubProject } from './create-sub-project.js';
import { deploySubProject } from './deploy-sub-project.js';
import type { DeployedPort } from './deploy-version.js';
import { getSubProjectConfiguration } from './get-sub-project-configuration.js';
import { getSubProjects } from './get-sub-projects.js';
import type { FieldIndexesPort } from './indexed-fields.js';
import { createDocumentValidator } from './validate-document.js';

export interface SubProjectDeps {
  readonly db: Database;
  /** Registers what a new version brings for other features: start events of workflows. */
  readonly deployed: DeployedPort;
  /** Names of the storage plugins of this server (D28), to warn of others. */
  readonly storagePlugins: readonly string[];
  /** Builds indexes of fields after deployments; absent: none are built. */
  readonly fieldIndexes?: FieldIndexesPort;
}

/** The operations about sub-projects and their configuration. */
export const subProjectUseCases = (
  deps: SubProjectDeps,
): Pick<UseCases, 'createSubProject' | 'deploySubProject' | 'getSubProjects' | 'getSubProjectConfiguration'> => ({
  createSubProject: createSubProject(),
  deploySubProject: deploySubProject({ ...deps, validate: createDocumentValidator() }),
  getSubProjects: getSubProjects(deps),
  getSubProjectConfiguration: getSubProjectConfiguration(deps),
});
