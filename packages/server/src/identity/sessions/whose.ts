import type { ErrorId } from '@millrace/contract';
import { mayAdminister } from '../../access/require-administrator.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Principal, UserPrincipal } from '../../use-case/caller.js';
import { unknownTarget } from '../directory/unknown-target.js';

/**
 * The user whose sessions, passwords or tokens a request is about: the caller, or another one whom the administrator names. A
 * token with scopes was given out for something else, so it may not.
 *
 * @param denied error of the operation
 * @throws CatalogueError `denied`, 1200 (404) for a user id that cannot be one
 */
export function whoseCredentials(principal: Principal, named: string | undefined, denied: ErrorId): string {
  const caller = requireUnlimited(principal, denied);
  const userId = (named ?? caller.userId).toLowerCase();
  if (userId === caller.userId) return userId;
  if (!mayAdminister(principal)) {
    throw new CatalogueError(
      denied,
      'Only the administrator may do this for another user. Leave userId out for yourself.',
    );
  }
  if (!isUuid(userId)) throw unknownTarget('userId');
  return userId;
}

/** @throws CatalogueError 1001 for the system, `denied` for a token with scopes */
export function requireUnlimited(principal: Principal, denied: ErrorId): UserPrincipal {
  if (principal.kind !== 'user') throw unauthenticated('Only a signed-in user has sessions and tokens.');
  if (principal.scopes.length > 0 && !mayAdminister(principal)) {
    throw new CatalogueError(denied, 'A token with scopes may not manage how its user signs in.');
  }
  return principal;
}
