import type { Transaction } from '../../postgres/database.js';
import { endBegunSignIns } from '../one-time-links/end-begun-sign-ins.js';
import { deleteGrantsOfUser } from '../records/applications/grant-queries.js';
import { deletePersonalTokensOf } from '../records/personal-token-queries.js';
import { deleteSessionsOf } from '../records/session-queries.js';
import { revokeUserTokens } from '../records/user-queries.js';

/** What of a user has ended, for the audit row of the change that ended it. */
export interface EndedAccess {
  readonly sessionIds: readonly string[];
  readonly personalTokenIds: readonly string[];
}

/**
 * Ends everything that a user is signed in with: the sessions, the personal tokens, what applications hold, and the access
 * tokens of all its clients; and open links and sign-ins that have begun.
 * All servers refuse them within two seconds, and enabling the user again does not bring them back. The secrets of clients stay
 * valid. The caller has locked the user.
 */
export async function endAccess(tx: Transaction, userId: string): Promise<EndedAccess> {
  await revokeUserTokens(tx, userId);
  await deleteGrantsOfUser(tx, userId);
  await endBegunSignIns(tx, userId);
  return {
    sessionIds: await deleteSessionsOf(tx, userId),
    personalTokenIds: await deletePersonalTokensOf(tx, userId),
  };
}
