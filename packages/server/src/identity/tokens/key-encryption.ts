import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { JWK } from 'jose';
import { ConfigError } from '../../kernel/config.js';
import type { SealedJwk } from '../records/signing-key-queries.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits, random; a key encrypts a handful of values a month. */
const NONCE_BYTES = 12;

/** Seals private keys with AES-256-GCM, bound to the row they belong to. */
export interface KeyEncryption {
  /** Whether the stored value is as `seal` would store it now: under the first key, or plain without keys. */
  isCurrent(stored: JWK | SealedJwk): boolean;
  seal(id: string, jwk: JWK): JWK | SealedJwk;
  /** @throws ConfigError when no given key opens it */
  open(id: string, stored: JWK | SealedJwk): JWK;
}

interface SecretKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** What is wrong with the keys of MILLRACE_SECRET_KEY; never shows one. */
export function checkSecretKeys(keys: readonly string[]): string[] {
  const isUsable = (key: string) =>
    /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && Buffer.from(key, 'base64').length === KEY_BYTES;
  if (keys.every(isUsable)) return [];
  return ['MILLRACE_SECRET_KEY: each key is 32 random bytes in base64, e.g. the output of `openssl rand -base64 32`'];
}

/** @param keys of the configuration, base64: the first seals, all of them open; none: values are stored as they are */
export function createKeyEncryption(keys: readonly string[]): KeyEncryption {
  const known = keys.map(secretKey);
  const [first] = known;
  return {
    isCurrent: (stored) => (first === undefined ? !isSealed(stored) : isSealed(stored) && stored.by === first.id),
    seal: (id, jwk) => (first === undefined ? jwk : seal(first, id, jwk)),
    open(id, stored) {
      if (!isSealed(stored)) return stored;
      const key = known.find((one) => one.id === stored.by);
      if (key !== undefined) return open(key, id, stored);
      throw new ConfigError(
        known.length === 0
          ? `MILLRACE_SECRET_KEY: is not set, and the keys that sign tokens are encrypted in the database (with key ${stored.by})`
          : `MILLRACE_SECRET_KEY: holds key ${known.map((one) => one.id).join(', ')}, and the keys that sign tokens are ` +
              `encrypted with key ${stored.by}; append that one to the list, after a comma`,
      );
    },
  };
}

const isSealed = (stored: JWK | SealedJwk): stored is SealedJwk => 'sealed' in stored;

function secretKey(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  return { bytes, id: createHash('sha256').update('millrace secret key').update(bytes).digest('hex').slice(0, 8) };
}

function seal(key: SecretKey, id: string, jwk: JWK): SealedJwk {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(Buffer.from(id));
  const text = Buffer.concat([cipher.update(JSON.stringify(jwk), 'utf8'), cipher.final()]);
  const tag = cipher.getAuthTag();
  return {
    sealed: 'A256GCM',
    by: key.id,
    nonce: nonce.toString('base64'),
    tag: tag.toString('base64'),
    text: text.toString('base64'),
  };
}

function open(key: SecretKey, id: string, { nonce, tag, text }: SealedJwk): JWK {
  try {
    const cipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(nonce, 'base64'), { authTagLength: 16 })
      .setAAD(Buffer.from(id))
      .setAuthTag(Buffer.from(tag, 'base64'));
    const plain = Buffer.concat([cipher.update(Buffer.from(text, 'base64')), cipher.final()]);
    return JSON.parse(plain.toString('utf8')) as JWK;
  } catch (error) {
    throw new ConfigError(`signing_keys: key ${id} was changed in the database and cannot be decrypted`, {
      cause: error,
    });
  }
}
