import type { Database } from '../../postgres/database.js';
import type { Secrets } from '../secrets/secrets.js';

/** What the operations on users and clients need. */
export interface IdentityDeps {
  readonly db: Database;
  readonly secrets: Secrets;
}
