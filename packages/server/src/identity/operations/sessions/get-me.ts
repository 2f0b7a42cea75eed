import { unauthenticated } from '../../../kernel/errors/access-errors.js';
import type { UseCase } from '../../../use-case/caller.js';
import { userView } from '../../directory/views.js';
import { findSession } from '../../records/session-queries.js';
import { findUser } from '../../records/user-queries.js';
import type { SessionDeps } from '../../sessions/session-deps.js';
import { sessionView } from '../../sessions/session-view.js';

/** getMe: the user that the request acts as, and the session it was sent with. */
export const getMe =
  ({ db }: Pick<SessionDeps, 'db'>): UseCase<'getMe'> =>
  async ({ principal, signIn }) => {
    if (principal.kind !== 'user' || signIn === undefined) throw unauthenticated('Only a signed-in user has a self.');
    const { sessionId } = signIn;
    const [user, session] = await Promise.all([
      findUser(db, principal.userId),
      sessionId === undefined ? undefined : findSession(db, { id: sessionId }),
    ]);
    if (user === undefined) throw unauthenticated('The user of this request is gone.');
    return {
      user: userView(user),
      administrator: user.administrator,
      credential: signIn.credential,
      scopes: [...principal.scopes],
      session: session === undefined ? null : sessionView(session, sessionId),
    };
  };
