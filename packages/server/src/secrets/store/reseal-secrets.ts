import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, transaction } from '../../postgres/database.js';
import { listStoredSecrets, replaceSealed, type StoredSecret } from '../records/secrets.js';
import { sealingContext } from './secret-store.js';

/**
 * Brings all secrets under the first secret key, whatever they were under, in transactions of 500.
 *
 * @throws ConfigError when one is sealed and no given key opens it
 */
export async function resealSecrets(db: Database, sealing: Sealing, log: Log): Promise<void> {
  let after = { subProjectId: '00000000-0000-0000-0000-000000000000', name: '' };
  for (let count = 0; ; ) {
    const batch: readonly StoredSecret[] = await transaction(db, async (tx) => {
      const rows = await listStoredSecrets(tx, after);
      for (const row of rows.filter(({ sealed }) => !sealing.isCurrent(sealed))) {
        const context = sealingContext(row.subProjectId, row.name);
        await replaceSealed(tx, { ...row, sealed: sealing.seal(context, sealing.open(context, row.sealed)) });
        count += 1;
      }
      return rows;
    });
    const last = batch.at(-1);
    if (last === undefined) {
      if (count > 0) log.info({ secrets: count }, 'secrets encrypted with the first secret key');
      return;
    }
    after = last;
  }
}
