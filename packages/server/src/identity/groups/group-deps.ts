import type { Database, Queryable, Transaction } from '../../postgres/database.js';

/** What groups need to know of the sub-projects that give them roles. */
export interface GroupRolesPort {
  /** Tells every server, in the transaction of the change, that the people of these groups are others now. */
  changed(tx: Transaction, groupIds: readonly string[]): Promise<void>;
  /** The sub-projects in which a group has roles. */
  subProjectsOf(db: Queryable, groupIds: readonly string[]): Promise<readonly { readonly name: string }[]>;
}

/** What the operations on groups need. */
export interface GroupDeps {
  readonly db: Database;
  readonly groupRoles: GroupRolesPort;
}
