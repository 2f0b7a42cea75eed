import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/** Standard Webhooks: 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** Before the 32 bytes of an Ed25519 private key in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
/** Before the 32 bytes of an Ed25519 public key in SubjectPublicKeyInfo (RFC 8410). */
const SPKI_LENGTH = 12;

/** A new signing secret. */
export interface NewSecret {
  readonly kind: 'hmac' | 'ed25519';
  /** `whsec_` or `whsk_` and base64, as Standard Webhooks writes them. */
  readonly text: string;
  /** `whpk_` and base64; null for HMAC. */
  readonly publicKey: string | null;
}

export function newSecret(kind: NewSecret['kind']): NewSecret {
  if (kind === 'hmac') {
    return { kind, text: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, publicKey: null };
  }
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const bytes = publicKey.export({ type: 'spki', format: 'der' }).subarray(SPKI_LENGTH);
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(PKCS8_PREFIX.length);
  // The specification's form of a private key: seed and public key.
  return {
    kind,
    text: `whsk_${Buffer.concat([seed, bytes]).toString('base64')}`,
    publicKey: `whpk_${bytes.toString('base64')}`,
  };
}

/** The bytes of a secret as text. */
export const bytesOf = (text: string): Buffer => Buffer.from(text.slice(text.indexOf('_') + 1), 'base64');

/** The private key that the text of an Ed25519 secret stands for. */
export const privateKeyOf = (text: string): KeyObject =>
  createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytesOf(text).subarray(0, 32)]), format: 'der', type: 'pkcs8' });
