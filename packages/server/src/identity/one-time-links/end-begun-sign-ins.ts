import type { Transaction } from '../../postgres/database.js';
import { deletePendingSignInsOf } from '../records/factors/pending-sign-in-queries.js';
import { revokeLinksOfUser } from '../records/joining/one-time-link-queries.js';

/**
 * Ends what could still become a sign-in of a user, or another address or password: open links and sign-ins that wait for
 * their second step. For every answer to a theft. The caller has locked the user.
 */
export async function endBegunSignIns(tx: Transaction, userId: string): Promise<void> {
  await revokeLinksOfUser(tx, userId);
  await deletePendingSignInsOf(tx, userId);
}
