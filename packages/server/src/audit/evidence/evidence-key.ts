import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Sealing } from '../../kernel/sealing.js';
import type { Transaction } from '../../postgres/database.js';
import { insertEvidenceKey, listEvidenceKeys, replacePrivateKey } from '../records/evidence.js';

/** Signs the seals of a transaction. */
export interface SealSigner {
  readonly keyId: string;
  /** Base64 of a DER signature, as `openssl dgst -sha256 -verify` reads it. */
  sign(text: string): string;
  /** Whether a text was signed with this key. */
  hasSigned(text: string, signature: string): boolean;
}

/**
 * The key that signs seals: ECDSA on P-256, made with the first seal and kept, so that its fingerprint can be given to auditors once.
 * Call it with the lock of sealing.
 *
 * @throws ConfigError when no given key opens it
 */
export async function sealSigner(tx: Transaction, sealing: Sealing): Promise<SealSigner> {
  const [stored] = await listEvidenceKeys(tx);
  const { id, privateKey } = stored ?? (await createKey(tx, sealing));
  const opened = sealing.open(contextOf(id), privateKey);
  if (!sealing.isCurrent(privateKey)) await replacePrivateKey(tx, id, sealing.seal(contextOf(id), opened));
  const key = createPrivateKey(opened);
  const publicKey = createPublicKey(key);
  return {
    keyId: id,
    sign: (text) => sign('sha256', Buffer.from(text), key).toString('base64'),
    hasSigned: (text, signature) => verify('sha256', Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
  };
}

/** The fingerprint of a public key: SHA-256 of its DER form, as `openssl pkey -pubin -outform DER | sha256sum` says it. */
export const fingerprintOf = (publicKey: string): string =>
  createHash('sha256')
    .update(createPublicKey(publicKey).export({ type: 'spki', format: 'der' }))
    .digest('hex');

async function createKey(tx: Transaction, sealing: Sealing) {
  const pair = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const id = fingerprintOf(pair.publicKey);
  const key = { id, publicKey: pair.publicKey, privateKey: sealing.seal(contextOf(id), pair.privateKey) };
  await insertEvidenceKey(tx, key, new Date());
  return key;
}

const contextOf = (id: string): string => `evidence:${id}`;
