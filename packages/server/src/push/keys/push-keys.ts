import type { Sealing } from '../../kernel/sealing.js';
import { type Database, transaction } from '../../postgres/database.js';
import { newPushKeys, type PushKeys } from '../encryption/vapid.js';
import { replacePrivateKey, storePushKeys } from '../records/push-keys.js';

const CONTEXT = 'push-keys';

/**
 * The keys of the installation, made at its first start. They stay: browsers have subscribed for them. The private one is
 * brought under the first secret key.
 *
 * @throws ConfigError when it is sealed and no given key opens it
 */
export async function ensurePushKeys(db: Database, sealing: Sealing): Promise<PushKeys> {
  const made = newPushKeys();
  return transaction(db, async (tx) => {
    const stored = await storePushKeys(tx, { ...made, privateKey: sealing.seal(CONTEXT, made.privateKey) });
    const privateKey = sealing.open(CONTEXT, stored.privateKey);
    if (!sealing.isCurrent(stored.privateKey)) await replacePrivateKey(tx, sealing.seal(CONTEXT, privateKey));
    return { publicKey: stored.publicKey, privateKey };
  });
}
