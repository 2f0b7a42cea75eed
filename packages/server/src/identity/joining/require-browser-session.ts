import { unauthenticated } from '../../kernel/errors/access-errors.js';
import type { Caller } from '../../use-case/caller.js';

/**
 * The user of a caller who has signed in with a browser.
 *
 * @throws CatalogueError 1001 for a token: who has found one must not take the account over
 */
export function requireBrowserSession({ principal, signIn }: Caller): string {
  if (principal.kind === 'user' && signIn?.credential === 'session') return principal.userId;
  throw unauthenticated('This takes a session: sign in with a browser. A token is not enough.');
}
