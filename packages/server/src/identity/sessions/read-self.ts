import type { Operations, ResponseOf } from '@millrace/contract';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Queryable } from '../../postgres/database.js';
import type { Caller } from '../../use-case/caller.js';
import { userView } from '../directory/views.js';
import { passwordHashOf } from '../records/password-queries.js';
import { findSession } from '../records/session-queries.js';
import { localeOf } from '../records/user-locale-queries.js';
import { sessionView } from './session-view.js';
import { userOf } from './user-of.js';

/** What getMe tells of the user and the credential. */
export type Self = Pick<
  ResponseOf<Operations['getMe']>,
  'user' | 'administrator' | 'credential' | 'scopes' | 'hasPassword' | 'locale' | 'session'
>;

/** The user that a request acts as, and the session it was sent with. @throws CatalogueError 1001 for the system */
export async function readSelf(db: Queryable, { principal, signIn }: Caller): Promise<Self> {
  if (principal.kind !== 'user' || signIn === undefined || signIn.credential === 'link')
    throw unauthenticated('Only a signed-in user has a self.');
  const { sessionId } = signIn;
  const [user, session, hash, locale] = await Promise.all([
    userOf(db, principal.userId),
    sessionId === undefined ? undefined : findSession(db, { id: sessionId }),
    passwordHashOf(db, principal.userId),
    localeOf(db, principal.userId),
  ]);
  return {
    user: userView(user),
    administrator: user.administrator,
    credential: signIn.credential,
    scopes: [...principal.scopes],
    hasPassword: hash !== undefined,
    locale,
    session: session === undefined ? null : sessionView(session, sessionId),
  };
}
