import { newId } from '../../kernel/identifiers.js';
import type { Sealing } from '../../kernel/sealing.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { insertSecret, type StoredSecret, validSecrets } from '../records/secrets.js';
import type { SubscriptionKey } from '../records/subscriptions.js';
import { newSecret } from './secret.js';
import type { SigningSecret } from './sign.js';

/** A sealed secret opens only as that of its subscription. */
export const contextOf = ({ subProjectId, id }: SubscriptionKey): string => `webhook:${subProjectId}:${id}`;

/**
 * Makes the current secret of a subscription.
 *
 * @param shown whether the answer of the request shows it
 * @returns what the receiver needs: the secret; null where the public key is enough
 */
export async function addSecret(
  tx: Transaction,
  sealing: Pick<Sealing, 'seal'>,
  key: SubscriptionKey,
  kind: StoredSecret['kind'],
  shown: boolean,
): Promise<string | null> {
  const { text, publicKey } = newSecret(kind);
  const shownTs = shown ? new Date() : null;
  await insertSecret(tx, key, { id: newId(), kind, sealed: sealing.seal(contextOf(key), text), publicKey, shownTs });
  return kind === 'hmac' ? text : null;
}

/** The text of a stored secret. */
export const openSecret = (sealing: Pick<Sealing, 'open'>, key: SubscriptionKey, { sealed }: StoredSecret): string =>
  sealing.open(contextOf(key), sealed);

/** What signs the requests of a subscription now, the current secret first. */
export async function signingSecrets(
  db: Queryable,
  sealing: Pick<Sealing, 'open'>,
  key: SubscriptionKey,
): Promise<readonly SigningSecret[]> {
  const stored = await validSecrets(db, key);
  return stored.map((secret) => ({
    kind: secret.kind,
    text: openSecret(sealing, key, secret),
    expiresTs: secret.expiresTs,
  }));
}
