import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { ConfigError } from './config.js';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** NIST SP 800-38D: 96 bits, random; far fewer than 2^32 values are sealed under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A text under AES-256-GCM. Binary members are base64. */
export interface Sealed {
  /** Which key it is sealed with; says nothing about the key. */
  readonly by: string;
  readonly nonce: string;
  readonly tag: string;
  readonly text: string;
}

/** Keeps secrets in the database so that the database alone does not give them away. */
export interface Sealing {
  /** Absent: there is no key, and values are stored as they are. */
  readonly keyId: string | undefined;
  /** @param context what the text belongs to, for example `totp:<user>`: only there it opens again */
  seal(context: string, text: string): string;
  /** @throws ConfigError when no given key opens it, or when it was changed or moved in the database */
  open(context: string, stored: string): string;
  /** Whether the stored value is as `seal` would store it now: under the first key, or plain without keys. */
  isCurrent(stored: string): boolean;
  /** As `seal`, for those that keep the parts; undefined without a key. */
  sealParts(context: string, text: string): Sealed | undefined;
  /** @throws ConfigError as `open` */
  openParts(context: string, sealed: Sealed): string;
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
export function createSealing(keys: readonly string[]): Sealing {
  const known = keys.map(secretKey);
  const [first] = known;
  const sealParts = (context: string, text: string) => (first === undefined ? undefined : seal(first, context, text));
  const openParts = (context: string, sealed: Sealed): string => {
    const key = known.find(({ id }) => id === sealed.by);
    if (key !== undefined) return open(key, context, sealed);
    throw new ConfigError(
      known.length === 0
        ? `MILLRACE_SECRET_KEY: is not set, and the database holds secrets that are encrypted with key ${sealed.by}`
        : `MILLRACE_SECRET_KEY: holds key ${known.map(({ id }) => id).join(', ')}, and the database holds secrets that are ` +
            `encrypted with key ${sealed.by}; append that one to the list, after a comma`,
    );
  };
  return {
    keyId: first?.id,
    sealParts,
    openParts,
    seal(context, text) {
      const sealed = sealParts(context, text);
      return sealed === undefined
        ? `plain.${text}`
        : ['A256GCM', sealed.by, sealed.nonce, sealed.tag, sealed.text].join('.');
    },
    open(context, stored) {
      if (stored.startsWith('plain.')) return stored.slice('plain.'.length);
      return openParts(context, partsOf(context, stored));
    },
    isCurrent: (stored) =>
      first === undefined ? stored.startsWith('plain.') : stored.startsWith(`A256GCM.${first.id}.`),
  };
}

function partsOf(context: string, stored: string): Sealed {
  const [form, by, nonce, tag, text] = stored.split('.');
  if (form !== 'A256GCM' || by === undefined || nonce === undefined || tag === undefined || text === undefined) {
    throw changed(context);
  }
  return { by, nonce, tag, text };
}

function secretKey(text: string): SecretKey {
  const bytes = Buffer.from(text, 'base64');
  return { bytes, id: createHash('sha256').update('millrace secret key').update(bytes).digest('hex').slice(0, 8) };
}

function seal(key: SecretKey, context: string, plain: string): Sealed {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key.bytes, nonce).setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  const tag = cipher.getAuthTag();
  return {
    by: key.id,
    nonce: nonce.toString('base64'),
    tag: tag.toString('base64'),
    text: text.toString('base64'),
  };
}

function open(key: SecretKey, context: string, { nonce, tag, text }: Sealed): string {
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, Buffer.from(nonce, 'base64'), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(context))
      .setAuthTag(Buffer.from(tag, 'base64'));
    return Buffer.concat([decipher.update(Buffer.from(text, 'base64')), decipher.final()]).toString('utf8');
  } catch (error) {
    throw changed(context, error);
  }
}

const changed = (context: string, cause?: unknown): ConfigError =>
  new ConfigError(`${context}: the stored value was changed in the database and cannot be decrypted`, { cause });
