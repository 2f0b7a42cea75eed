import { appendAudit } from '../../audit/records/append.js';
import type { Transaction } from '../../postgres/database.js';
import type { Actor } from '../../use-case/caller.js';
import { endBegunSignIns } from '../one-time-links/end-begun-sign-ins.js';
import { storePassword } from '../records/password-queries.js';
import { deleteSessionsOf } from '../records/session-queries.js';

/**
 * Gives a user the password, ends the sessions of the user but for one, open links and sign-ins that have begun, and tells the
 * audit log. For every way to a new password; the caller has checked it (`checkNewPassword`) and hashed it before the
 * transaction, and has locked the user.
 *
 * @returns the number of sessions that have ended
 */
export async function replacePassword(
  tx: Transaction,
  actor: Actor,
  change: {
    readonly userId: string;
    readonly hash: string;
    /** How the person came to it, for the audit log, for example `change`, `reset`. */
    readonly by: string;
    /** The session that goes on. */
    readonly keep?: string | undefined;
    readonly now: number;
  },
): Promise<number> {
  const { userId, hash, by, keep, now } = change;
  await storePassword(tx, userId, hash, new Date(now));
  await endBegunSignIns(tx, userId);
  const ended = await deleteSessionsOf(tx, userId, keep);
  await appendAudit(tx, actor, [
    {
      action: 'user.setPassword',
      subProjectId: null,
      subjectType: 'user',
      subjectId: userId,
      processId: null,
      before: null,
      after: { by, endedSessions: ended.length },
    },
  ]);
  return ended.length;
}
