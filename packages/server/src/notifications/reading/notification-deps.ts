import type { Database, Queryable } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';

/** What the operations on notifications need. */
export interface NotificationDeps {
  readonly db: Database;
  readonly subProjects: Pick<SubProjects, 'load' | 'at'>;
  /** Names of users by their ids. */
  userNames(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** What the operations on browsers that show notifications need beside that. */
export interface PushDeps {
  readonly push: {
    /** Browsers subscribe for it. */
    readonly publicKey: string;
    /** Why nothing is sent to an address of a push service; undefined: it is fine. */
    refusalOf(endpoint: string): Promise<string | undefined>;
  };
}
