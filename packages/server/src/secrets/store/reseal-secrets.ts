import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import { resealRows } from '../../use-case/reseal-rows.js';
import { listStoredSecrets, replaceSealed, type StoredSecret } from '../records/secrets.js';
import { sealingContext } from './secret-store.js';

/** Before all others: the id of no sub-project. */
const BEFORE_ALL = { subProjectId: INSTALLATION_ID, name: '' };

/**
 * Brings all secrets under the first secret key, whatever they were under, in transactions of 500.
 *
 * @throws ConfigError when one is sealed and no given key opens it
 */
export async function resealSecrets(db: Database, sealing: Sealing, log: Log): Promise<void> {
  const secrets = await resealRows<StoredSecret>(db, sealing, {
    next: (tx, last) => listStoredSecrets(tx, last ?? BEFORE_ALL),
    sealedOf: ({ sealed }) => [sealed],
    replace: (tx, row, again) =>
      replaceSealed(tx, { ...row, sealed: again(sealingContext(row.subProjectId, row.name), row.sealed) }),
  });
  if (secrets > 0) log.info({ secrets }, 'secrets encrypted with the first secret key');
}
