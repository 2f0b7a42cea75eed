import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';

export interface SecretDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly sealing: Sealing;
}
