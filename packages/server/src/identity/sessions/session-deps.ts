import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import type { Passwords } from '../passwords/passwords.js';
import type { FailedSignIns } from '../sign-in/failed-sign-ins.js';
import type { SignInLimit } from '../sign-in/sign-in-limit.js';

/** What the operations need by which people sign in and manage how they do. */
export interface SessionDeps {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly limit: SignInLimit;
  readonly failures: FailedSignIns;
  /** Days that a personal token may last. */
  readonly personalTokenDays: number;
  readonly log: Log;
  /** Clock, milliseconds since 1970. */
  readonly now: () => number;
}
