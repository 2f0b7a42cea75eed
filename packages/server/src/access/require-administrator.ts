import type { Operation, Permission } from '@millrace/contract';
import { CatalogueError } from '../kernel/errors/catalogue-error.js';
import type { Principal } from '../use-case/caller.js';

/** An operation of the contract that only the administrator may call. */
export type AdministratorOperation = Operation & { readonly permission: Extract<Permission, { kind: 'admin' }> };

/**
 * Refuses everybody but the administrator (D34). The token's scopes bound the administrator too: a token with scopes
 * administers only with the scope `admin`.
 *
 * @throws CatalogueError with the operation's own permission code (D13)
 */
export function requireAdministrator(principal: Principal, operation: AdministratorOperation): void {
  const { denied } = operation.permission;
  if (principal.kind !== 'user' || !principal.administrator) {
    throw new CatalogueError(denied, `Only the administrator may call ${operation.id}.`);
  }
  if (principal.scopes.length > 0 && !principal.scopes.includes('admin')) {
    throw new CatalogueError(denied, `The token's scope does not include admin, which ${operation.id} needs.`);
  }
}
