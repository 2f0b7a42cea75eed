import type { Operation } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import { errorIds } from '../kernel/errors/error-ids.js';
import type { Principal, UserPrincipal } from '../use-case/caller.js';

/**
 * The user that calls an operation which needs one, because it assigns a task to the caller or checks the caller's rights
 * again later.
 *
 * @throws CatalogueError with the operation's own permission code (D13) for the system
 */
export function requireUser(principal: Principal, operation: Operation): UserPrincipal {
  if (principal.kind === 'user') return principal;
  const { permission } = operation;
  const denied = 'denied' in permission ? permission.denied : errorIds.unauthenticated;
  throw new CatalogueError(denied, `Only a user may call ${operation.id}.`);
}
