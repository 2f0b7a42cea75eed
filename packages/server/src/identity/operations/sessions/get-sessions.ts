import { errorIds } from '../../../kernel/errors/error-ids.js';
import type { UseCase } from '../../../use-case/caller.js';
import { unknownTarget } from '../../directory/unknown-target.js';
import { sessionsOf } from '../../records/session-queries.js';
import { findUser } from '../../records/user-queries.js';
import type { SessionDeps } from '../../sessions/session-deps.js';
import { sessionsAlive } from '../../sessions/session-limits.js';
import { sessionView } from '../../sessions/session-view.js';
import { whoseCredentials } from '../../sessions/whose.js';

/** getSessions: those of the caller, or of the user that the administrator names. */
export const getSessions =
  ({ db, now }: Pick<SessionDeps, 'db' | 'now'>): UseCase<'getSessions'> =>
  async ({ principal, signIn }, { userId: named }) => {
    const userId = whoseCredentials(principal, named, errorIds.mayNotRead);
    const [user, sessions] = await Promise.all([findUser(db, userId), sessionsOf(db, userId, sessionsAlive(now()))]);
    if (user === undefined) throw unknownTarget('userId');
    return { sessions: sessions.map((session) => sessionView(session, signIn?.sessionId)) };
  };
