import type { Database } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import type { Storage } from './storage.js';

/** What the operations on files work with. */
export interface FileDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly storage: Storage;
}
