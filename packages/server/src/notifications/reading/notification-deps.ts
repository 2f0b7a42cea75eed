import type { Database, Queryable } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';

/** What the operations on notifications need. */
export interface NotificationDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load' | 'at'>;
  /** Names of users by their ids. */
  userNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
