import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import { type Database, transaction } from '../../postgres/database.js';
import {
  replaceSubscriptionSecret,
  type SealedSubscriptionSecret,
  sealedSubscriptionSecrets,
} from '../records/secrets.js';
import { contextOf } from './subscription-secrets.js';

/** Before all others: the ids of no subscription. */
const BEFORE_ALL = { subProjectId: INSTALLATION_ID, subscriptionId: INSTALLATION_ID, id: INSTALLATION_ID };

/**
 * Brings what signs the requests of subscriptions under the first secret key, whatever it was under.
 *
 * @throws ConfigError when one is sealed and no given key opens it
 */
export async function resealSubscriptions(db: Database, sealing: Sealing, log: Log): Promise<void> {
  let after: Omit<SealedSubscriptionSecret, 'sealed'> = BEFORE_ALL;
  for (let count = 0; ; ) {
    const batch = await transaction(db, async (tx) => {
      const rows = await sealedSubscriptionSecrets(tx, after);
      for (const row of rows.filter(({ sealed }) => !sealing.isCurrent(sealed))) {
        const context = contextOf({ subProjectId: row.subProjectId, id: row.subscriptionId });
        await replaceSubscriptionSecret(tx, {
          ...row,
          sealed: sealing.seal(context, sealing.open(context, row.sealed)),
        });
        count += 1;
      }
      return rows;
    });
    const last = batch.at(-1);
    if (last === undefined) {
      if (count > 0) log.info({ secrets: count }, 'secrets of event subscriptions encrypted with the first secret key');
      return;
    }
    after = last;
  }
}
