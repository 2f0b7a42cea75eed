import type { GroupRolesPort } from '../../identity/groups/group-deps.js';
import type { SignInLimit } from '../../identity/sign-in/sign-in-limit.js';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';

/** What SCIM needs. */
export interface ScimDeps {
  readonly db: Database;
  readonly groupRoles: GroupRolesPort;
  /** Bounds guesses of tokens. */
  readonly limit: SignInLimit;
  /** Public address of the service. */
  readonly publicUrl: string;
  readonly log: Log;
}
