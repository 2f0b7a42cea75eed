import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import { replaceTotpSecret, totpAfter } from '../records/factors/totp-queries.js';
import { totpContext } from './prove-code.js';

const BATCH = 500;
/** Before all others: the id of no user. */
const BEFORE_ALL = { userId: INSTALLATION_ID, confirmed: false };

/**
 * Stores the secrets of authenticator apps under the first key of MILLRACE_SECRET_KEY, so that the other keys can be taken
 * off the list.
 *
 * @throws ConfigError when a secret cannot be opened
 */
export async function resealTotpSecrets(db: Database, sealing: Sealing, log: Log): Promise<void> {
  let changed = 0;
  for (let after: Parameters<typeof totpAfter>[1] = BEFORE_ALL; ; ) {
    const rows = await totpAfter(db, after, BATCH);
    for (const row of rows) {
      if (sealing.isCurrent(row.secret)) continue;
      const context = totpContext(row.userId);
      await replaceTotpSecret(db, row, sealing.seal(context, sealing.open(context, row.secret)));
      changed += 1;
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < BATCH) break;
    after = last;
  }
  if (changed > 0) log.info({ secrets: changed }, 'secrets of authenticator apps are stored under the current key');
}
