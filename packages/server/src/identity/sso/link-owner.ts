import { mayAdminister } from '../../access/require-administrator.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import type { errorIds } from '../../kernel/errors/error-ids.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';
import type { Principal } from '../../use-case/caller.js';
import { unknownTarget } from '../directory/unknown-target.js';
import { findUser } from '../records/user-queries.js';
import { requireUnlimited } from '../sessions/whose.js';

/**
 * Whose linked accounts a request is about: the caller's, or, for the administrator, another user's.
 *
 * @throws CatalogueError `denied` for others than the administrator and for a token with scopes, 1200 (404) for a user that does not exist
 */
export async function linkOwner(
  db: Queryable,
  principal: Principal,
  userId: string | undefined,
  denied: typeof errorIds.mayNotRead | typeof errorIds.mayNotUpdate,
): Promise<string> {
  if (principal.kind !== 'user') throw unauthenticated('Only a user has linked accounts.');
  if (userId === undefined || userId.toLowerCase() === principal.userId) {
    return requireUnlimited(principal, denied).userId;
  }
  if (!mayAdminister(principal)) {
    throw new CatalogueError(denied, 'Only the administrator may name another user. Leave userId out for yourself.');
  }
  if (!isUuid(userId) || (await findUser(db, userId)) === undefined) throw unknownTarget('userId');
  return userId.toLowerCase();
}
