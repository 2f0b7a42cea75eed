import type { UserPrincipal } from '../../use-case/caller.js';
import type { HookRow } from '../hook/hook.js';
import type { HookDeps } from './hook-deps.js';

/**
 * Whom a hook acts as now: the user with the roles of the sub-project, never as the administrator, and with no more than the
 * token that created the hook. Undefined when the user is disabled or gone.
 */
export async function hookPrincipal(
  { db, principalOf }: Pick<HookDeps, 'db' | 'principalOf'>,
  { actsAs, scopes }: Pick<HookRow, 'actsAs' | 'scopes'>,
): Promise<UserPrincipal | undefined> {
  const principal = await principalOf(db, { userId: actsAs, scopes });
  return principal === undefined ? undefined : { ...principal, administrator: false };
}
