import { mayNotCall, unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Caller, Sender, SignIn } from '../../use-case/caller.js';

/** The session that a person works in. */
export interface OwnSession {
  readonly userId: string;
  readonly sessionId: string;
  readonly signIn: SignIn;
  readonly sender: Sender;
}

/**
 * The session of a caller, for operations that change how the person signs in: a token acts for a person, but must not give
 * itself a way to sign in as the person.
 *
 * @throws CatalogueError 1209 for a token
 */
export function requireOwnSession({ principal, signIn, sender }: Caller): OwnSession {
  if (principal.kind !== 'user' || signIn === undefined || sender === undefined) {
    throw unauthenticated('Only a person who is signed in has ways to sign in.');
  }
  const { sessionId } = signIn;
  if (sessionId === undefined) {
    throw mayNotCall(
      'A token must not change how a person signs in. Sign in with a browser and repeat the request there.',
    );
  }
  return { userId: principal.userId, sessionId, signIn, sender };
}
