import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Log } from '../../kernel/log.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Database } from '../../postgres/database.js';
import { resealRows } from '../../use-case/reseal-rows.js';
import { replaceTotpSecret, type StoredTotp, totpAfter } from '../records/factors/totp-queries.js';
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
  const secrets = await resealRows<StoredTotp>(db, sealing, {
    next: (tx, last) => totpAfter(tx, last ?? BEFORE_ALL, BATCH),
    sealedOf: ({ secret }) => [secret],
    replace: (tx, row, again) => replaceTotpSecret(tx, row, again(totpContext(row.userId), row.secret)),
  });
  if (secrets > 0) log.info({ secrets }, 'secrets of authenticator apps are stored under the current key');
}
