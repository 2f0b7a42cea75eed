import { coversScopes, isUnrestricted } from '../../access/authorize.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import { notFound } from '../../kernel/errors/request-errors.js';
import { isUuid } from '../../kernel/identifiers.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { type Principal, principalId } from '../../use-case/caller.js';
import type { HookRow } from '../hook/hook.js';
import { findHook, lockHook } from '../records/hooks.js';

const WHERE = ' in this sub-project';

/** @throws CatalogueError 1200 (404) */
export async function requireHook(db: Queryable, subProjectId: string, id: string): Promise<HookRow> {
  const hook = isUuid(id) ? await findHook(db, subProjectId, id.toLowerCase()) : undefined;
  if (hook === undefined) throw notFound('hook', id, WHERE);
  return hook;
}

/** As {@link requireHook}; locks it. */
export async function requireLockedHook(tx: Transaction, subProjectId: string, id: string): Promise<HookRow> {
  const hook = isUuid(id) ? await lockHook(tx, subProjectId, id.toLowerCase()) : undefined;
  if (hook === undefined) throw notFound('hook', id, WHERE);
  return hook;
}

/**
 * A hook acts with the roles of its user, bounded by the scopes that it keeps. Who changes what it does, knows its secret or
 * tries it acts as that user with these scopes.
 *
 * @throws CatalogueError 1207 for others than this user and the administrator, and for a token with narrower scopes
 */
export function requireOwnHook(principal: Principal, hook: HookRow): void {
  if (!isUnrestricted(principal) && principalId(principal) !== hook.actsAs) throw notOwn();
  const isCovered = principal.kind === 'system' || coversScopes(principal.scopes, hook.scopes);
  if (!isCovered) throw tooNarrow(hook);
}

const tooNarrow = ({ scopes }: HookRow): CatalogueError =>
  new CatalogueError(
    errorIds.mayNotUpdate,
    `The hook acts ${scopes.length === 0 ? 'without a bound' : `with the scopes ${scopes.join(' ')}`}, and the token of this request has narrower scopes. Use a token that has them.`,
  );

function notOwn(): CatalogueError {
  return new CatalogueError(
    errorIds.mayNotUpdate,
    'The hook acts as another user. Only that user and the administrator may change or try it, or rotate its secret.',
  );
}
