import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { endEnrolling } from '../records/session-queries.js';
import { cookieOf, reauthenticateSession } from '../sessions/open-session.js';
import { auditFactor } from './audit-factor.js';
import type { OwnSession } from './own-session.js';

/**
 * Makes a session that had to set up a second factor first a full one, with another secret. Does nothing for a full session.
 *
 * @param amr of the factor that was set up
 */
export async function endEnrolment(
  tx: Transaction,
  actor: Actor,
  { sessionId, signIn, sender, userId }: OwnSession,
  amr: readonly string[],
  now: number,
): Promise<void> {
  if (!(await endEnrolling(tx, sessionId))) return;
  const renewed = await reauthenticateSession(tx, sessionId, { amr: [...new Set([...signIn.amr, ...amr])], now });
  if (renewed === undefined) throw unauthenticated('The session has ended. Sign in again.');
  await auditFactor(tx, actor, userId, 'user.enrol', { before: null, after: { sessionId } });
  sender.setSession(cookieOf(renewed));
}
