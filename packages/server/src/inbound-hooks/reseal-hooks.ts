import type { Log } from '../kernel/log.js';
import type { Sealing } from '../kernel/sealing.js';
import { type Database, transaction } from '../postgres/database.js';
import { type HookSecret, hookSealingContext } from './hook/hook.js';
import { listStoredHookSecrets, replaceHookSecrets, type StoredHookSecrets } from './records/hooks.js';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * Brings the secrets of all hooks under the first secret key, whatever they were under.
 *
 * @throws ConfigError when one is sealed and no given key opens it
 */
export async function resealHooks(db: Database, sealing: Sealing, log: Log): Promise<void> {
  let after = { subProjectId: NOBODY, id: NOBODY };
  for (let count = 0; ; ) {
    const batch: readonly StoredHookSecrets[] = await transaction(db, async (tx) => {
      const rows = await listStoredHookSecrets(tx, after);
      for (const row of rows.filter(({ secrets }) => secrets.some(({ sealed }) => !sealing.isCurrent(sealed)))) {
        const context = hookSealingContext(row);
        const resealed = ({ sealed, ...one }: HookSecret) => ({
          ...one,
          sealed: sealing.seal(context, sealing.open(context, sealed)),
        });
        await replaceHookSecrets(tx, row, row.secrets.map(resealed));
        count += 1;
      }
      return rows;
    });
    const last = batch.at(-1);
    if (last === undefined) {
      if (count > 0) log.info({ hooks: count }, 'secrets of hooks encrypted with the first secret key');
      return;
    }
    after = last;
  }
}
