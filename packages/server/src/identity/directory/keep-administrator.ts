import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { countAdministratorClients } from '../records/user-queries.js';

/**
 * To be called after a change that disables a sign-in of an administrator, under `lockAdministrators`: at least one
 * administrator must still be able to sign in.
 *
 * @throws CatalogueError 1009 when no administrator could sign in any more
 */
export async function keepAdministrator(tx: Transaction): Promise<void> {
  if ((await countAdministratorClients(tx)) > 0) return;
  throw conflict('This is the last sign-in of an administrator. Enable another administrator first.');
}
