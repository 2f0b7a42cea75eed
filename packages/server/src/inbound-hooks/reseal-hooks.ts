import { INSTALLATION_ID } from '../kernel/identifiers.js';
import type { Log } from '../kernel/log.js';
import type { Sealing } from '../kernel/sealing.js';
import type { Database } from '../postgres/database.js';
import { resealRows } from '../use-case/reseal-rows.js';
import { hookSealingContext } from './hook/hook.js';
import { listStoredHookSecrets, replaceHookSecrets, type StoredHookSecrets } from './records/hooks.js';

/** Before all others: the ids of no hook. */
const BEFORE_ALL = { subProjectId: INSTALLATION_ID, id: INSTALLATION_ID, secrets: [] };

/**
 * Brings the secrets of all hooks under the first secret key, whatever they were under.
 *
 * @throws ConfigError when one is sealed and no given key opens it
 */
export async function resealHooks(db: Database, sealing: Sealing, log: Log): Promise<void> {
  const hooks = await resealRows<StoredHookSecrets>(db, sealing, {
    next: (tx, last = BEFORE_ALL) => listStoredHookSecrets(tx, last),
    sealedOf: ({ secrets }) => secrets.map(({ sealed }) => sealed),
    replace: (tx, row, again) => {
      const context = hookSealingContext(row);
      const secrets = row.secrets.map(({ sealed, ...one }) => ({ ...one, sealed: again(context, sealed) }));
      return replaceHookSecrets(tx, row, secrets);
    },
  });
  if (hooks > 0) log.info({ hooks }, 'secrets of hooks encrypted with the first secret key');
}
