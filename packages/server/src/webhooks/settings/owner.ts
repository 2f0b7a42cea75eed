import { type Operations, operations } from '@millrace/contract';
import { type Access, authorize, isUnrestricted } from '../../access/authorize.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { namesNothing } from '../../kernel/errors/request-errors.js';
import { accessTo } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { Caller, UserPrincipal } from '../../use-case/caller.js';
import type { WebhookDeps } from './webhook-deps.js';

/** The user that a subscription belongs to, and what it may see. */
export interface Owner {
  readonly principal: UserPrincipal;
  readonly access: Access;
}

/**
 * The owner of a new subscription.
 *
 * @param ownerId undefined: the caller
 * @throws CatalogueError 1205 when the caller may not name another one, or that one may not subscribe; 1200 with 404 when there is
 *   no such user
 */
export async function ownerOf(
  { db, findOwner }: Pick<WebhookDeps, 'db' | 'findOwner'>,
  caller: Caller,
  subProject: SubProject,
  ownerId: string | undefined,
  operation: Operations['createEventSubscription'] = operations.createEventSubscription,
): Promise<Owner> {
  const { principal } = caller;
  if (principal.kind === 'user' && (ownerId === undefined || ownerId === principal.userId)) {
    return { principal, access: accessTo(subProject, caller, operation) };
  }
  const { grant, denied } = operation.permission;
  if (!isUnrestricted(principal)) {
    throw new CatalogueError(denied, 'Only the administrator may make event subscriptions that belong to others.');
  }
  const owner = ownerId === undefined ? undefined : await findOwner(db, ownerId);
  if (owner === undefined) {
    throw namesNothing(`There is no enabled user "${(ownerId ?? '').slice(0, 100)}".`, '/ownerId');
  }
  return { principal: owner, access: authorize(owner, subProject, grant, errorIds.mayNotRead) };
}
