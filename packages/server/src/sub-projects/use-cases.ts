import type { Database } from '../postgres/database.js';
import type { UseCases } from '../use-case/caller.js';
import type { FieldIndexesPort } from './configuration/field-indexes-port.js';
import { createSubProjects, type SubProjects } from './configuration/sub-projects.js';
import type { DeployedPort } from './deployment/deploy-version.js';
import { loadedValidator } from './document/loaded-validator.js';
import type { ValidateDocument } from './document/validate-document.js';
import { createSubProject } from './operations/create-sub-project.js';
import { deploySubProject, type SecretsPort } from './operations/deploy-sub-project.js';
import { explainCalendar } from './operations/explain-calendar.js';
import { getCalendars } from './operations/get-calendars.js';
import { getMe } from './operations/get-me.js';
import { getMembers } from './operations/get-members.js';
import { getSubProjectConfiguration } from './operations/get-sub-project-configuration.js';
import { getSubProjectSchema } from './operations/get-sub-project-schema.js';
import { getSubProjects } from './operations/get-sub-projects.js';
import { setMemberRoles } from './operations/set-member-roles.js';

export interface SubProjectDeps {
  readonly db: Database;
  /** Compiled configurations that features share; by default the operations keep their own. */
  readonly subProjects?: SubProjects;
  /** Registers what a new version brings for other features: start events of workflows, indexes of fields. */
  readonly deployed: DeployedPort;
  /** Names of the storage plugins of this server (D28), to warn of others. */
  readonly storagePlugins: readonly string[];
  /** Absent: no warnings of secrets that are not there. */
  readonly secrets?: SecretsPort;
  /** Absent: documents are validated in the calling thread. */
  readonly validate?: ValidateDocument;
  /** Absent: no indexes of fields are built. */
  readonly fieldIndexes?: FieldIndexesPort;
}

/** The operations about sub-projects and their configuration. */
export function subProjectUseCases(given: SubProjectDeps) {
  const deps = { ...given, subProjects: given.subProjects ?? createSubProjects(given.db) };
  return {
    createSubProject: createSubProject(),
    deploySubProject: deploySubProject({ ...deps, validate: deps.validate ?? loadedValidator() }),
    getSubProjects: getSubProjects(deps),
    getSubProjectSchema: getSubProjectSchema(deps),
    getCalendars: getCalendars(deps),
    explainCalendar: explainCalendar(deps),
    getMe: getMe(deps),
    getMembers: getMembers(deps),
    setMemberRoles: setMemberRoles(deps),
    getSubProjectConfiguration: getSubProjectConfiguration(deps),
  } satisfies Partial<UseCases>;
}
