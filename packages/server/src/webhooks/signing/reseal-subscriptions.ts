import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import { resealRows } from '../../use-case/reseal-rows.js';
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
  const secrets = await resealRows<SealedSubscriptionSecret>(db, sealing, {
    next: (tx, last) => sealedSubscriptionSecrets(tx, last ?? BEFORE_ALL),
    sealedOf: ({ sealed }) => [sealed],
    replace: (tx, row, again) => {
      const context = contextOf({ subProjectId: row.subProjectId, id: row.subscriptionId });
      return replaceSubscriptionSecret(tx, { ...row, sealed: again(context, row.sealed) });
    },
  });
  if (secrets > 0) log.info({ secrets }, 'secrets of event subscriptions encrypted with the first secret key');
}
