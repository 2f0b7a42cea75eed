import { conflict } from '../../kernel/errors/request-errors.js';
import type { Transaction } from '../../postgres/database.js';
import { countAdministratorClients } from '../records/user-queries.js';

/**
 * Called after a change that takes an administrator's way in, under `lockAdministrators`: somebody must be left who can
 * undo it.
 *
 * @throws CatalogueError 1009 when nobody could sign in as an administrator any more
 */
export async function keepAdministrator(tx: Transaction): Promise<void> {
  if ((await countAdministratorClients(tx)) > 0) return;
  throw conflict('Nobody could administer the service after this: enable another administrator first.');
}
