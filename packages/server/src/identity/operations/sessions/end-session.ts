import { mayAdminister } from '../../../access/require-administrator.js';
import { appendAudit } from '../../../audit/records/append.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import { invalidRequest, namesNothing } from '../../../kernel/errors/request-errors.js';
import { isUuid } from '../../../kernel/identifiers.js';
import type { Transaction } from '../../../postgres/database.js';
import type { Caller, UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import { deleteSession, deleteSessionsOf, findSession } from '../../records/session-queries.js';
import { lockUser } from '../../records/user-queries.js';
import { requireUnlimited, whoseCredentials } from '../../sessions/whose.js';

/** endSession: one session, or all of a user but that of the request. */
export const endSession = (): UseCase<'endSession'> => async (caller, request) => {
  const { sessionId, everywhereElse, userId: named } = request;
  const { userId: callerId } = requireUnlimited(caller.principal, errorIds.mayNotUpdate);
  if ((sessionId === undefined) !== (everywhereElse === true) || (named !== undefined && sessionId !== undefined)) {
    const detail = 'Send either sessionId, or everywhereElse with or without userId.';
    throw invalidRequest(detail, [
      { pointer: '/sessionId', detail },
      { pointer: '/everywhereElse', detail },
    ]);
  }
  if (sessionId !== undefined) {
    if (!isUuid(sessionId)) throw unknownSession();
    return caller.write(async (tx) => {
      const session = await findSession(tx, { id: sessionId });
      // A session of another user is as unknown as one that does not exist.
      const isTheirs = session?.userId === callerId || mayAdminister(caller.principal);
      if (session === undefined || !isTheirs) throw unknownSession();
      await deleteSession(tx, { id: sessionId });
      await audit(tx, caller, session.userId, [sessionId]);
      if (sessionId === caller.signIn?.sessionId) caller.sender?.clearSession();
      return { status: 'success', endedSessions: 1 };
    });
  }
  const userId = whoseCredentials(caller.principal, named, errorIds.mayNotUpdate);
  return caller.write(async (tx) => {
    if ((await lockUser(tx, userId)) === undefined) throw unknownTarget('userId');
    const ended = await deleteSessionsOf(tx, userId, caller.signIn?.sessionId);
    if (ended.length > 0) await audit(tx, caller, userId, ended);
    return { status: 'success', endedSessions: ended.length };
  });
};

const unknownSession = () => namesNothing('sessionId names no session.', '/sessionId');

const audit = (tx: Transaction, caller: Caller, userId: string, sessionIds: readonly string[]): Promise<void> =>
  appendAudit(tx, caller, [
    {
      action: 'user.endSession',
      subProjectId: null,
      subjectType: 'user',
      subjectId: userId,
      processId: null,
      before: { sessionIds },
      after: null,
    },
  ]);
