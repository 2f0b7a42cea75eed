import type { Operation, Permission } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Principal, UserPrincipal } from '../use-case/caller.js';

/** An operation of the contract that only the administrator may call. */
export type AdministratorOperation = Operation & { readonly permission: Extract<Permission, { kind: 'admin' }> };

/** Whether a principal may administer: the system, and the administrator whose token has no scopes or the scope `admin`. */
export const mayAdminister = (principal: Principal): boolean =>
  principal.kind === 'system' || (principal.administrator && hasAdminScope(principal));

/**
 * Refuses every user but the administrator (D34). Scopes limit the administrator too: a token with scopes administers only
 * with the scope `admin`. The system may call every operation of the administrator.
 *
 * @throws CatalogueError with the operation's own permission code (D13)
 */
export function requireAdministrator(principal: Principal, operation: AdministratorOperation): void {
  const { denied } = operation.permission;
  if (principal.kind === 'system') return;
  if (!principal.administrator) {
    throw new CatalogueError(denied, `Only the administrator may call ${operation.id}.`);
  }
  if (!hasAdminScope(principal)) {
    throw new CatalogueError(denied, `The token's scope does not include admin, which ${operation.id} needs.`);
  }
}

const hasAdminScope = ({ scopes }: UserPrincipal): boolean => scopes.length === 0 || scopes.includes('admin');
