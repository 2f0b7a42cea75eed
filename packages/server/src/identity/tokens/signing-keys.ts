import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose';
import type { Log } from '../../kernel/log.js';
import type { Database } from '../../postgres/database.js';
import { transaction } from '../../postgres/database.js';
import {
  deleteUnpublishedKeys,
  insertKey,
  lockRotation,
  publishedKeys,
  replacePrivateKey,
  type SigningKeyRow,
} from '../records/signing-key-queries.js';
import type { KeyEncryption } from './key-encryption.js';

/** ES256 rather than EdDSA: more libraries verify it, at the same speed (110 us with jose on a 2-core machine). */
export const ALGORITHM = 'ES256';

const DAY_MS = 86_400_000;
/** How long a key signs. */
const SIGNS_MS = 30 * DAY_MS;
/** A key is published this long before it is the one that signs, so that clients that cache the key set have it by then. */
const AHEAD_MS = 2 * DAY_MS;
/** After its last signature a key is published until every token has expired; tokens live a day at most (config). */
const PUBLISHED_AFTER_MS = 2 * DAY_MS;
/** A server learns of keys that others made within this time, or at the first token that names one. */
const REFRESH_MS = 60_000;
/** Tokens with invented key ids must not cause a query each. */
const UNKNOWN_REFRESH_MS = 1000;

type Key = Awaited<ReturnType<typeof importJWK>>;

/** The keys that sign access tokens, shared by all servers on one database. */
export interface SigningKeys {
  /** The key to sign with now. */
  signing(): Promise<{ readonly kid: string; readonly key: Key }>;
  /** The public key of that id, or undefined when no such key is published. */
  verifying(kid: string): Promise<Key | undefined>;
  /** The JSON Web Key Set (RFC 7517). */
  jwks(): Promise<{ readonly keys: readonly JWK[] }>;
  /**
   * Brings the stored private keys under the first secret key, whatever they were under.
   * @throws ConfigError when one is encrypted and no given key opens it
   */
  encrypt(): Promise<void>;
}

interface LoadedKey {
  readonly row: SigningKeyRow;
  readonly publicKey: Key;
  /**
   * Opened when it is to sign, so that a server without the key that sealed it verifies tokens as before.
   * @throws ConfigError when no given key opens it
   */
  privateKey(): Promise<Key>;
}

/** By id, in the order they sign. */
type Snapshot = ReadonlyMap<string, LoadedKey>;

/**
 * Rotation needs no schedule: loading the keys creates the next one when the newest is about to stop signing, under
 * a lock, so that several servers make one. All servers sign with the key that stops signing first, so they change over
 * together.
 *
 * @param options.now clock, milliseconds since 1970
 */
export function createSigningKeys(options: {
  readonly db: Database;
  readonly encryption: KeyEncryption;
  readonly log: Log;
  readonly now?: () => number;
}): SigningKeys {
  const { now = Date.now } = options;
  let current: Promise<Snapshot> | undefined;
  let startedAt = Number.NEGATIVE_INFINITY;

  const load = (): Promise<Snapshot> => {
    startedAt = now();
    const loading = loadSnapshot(options, startedAt);
    current = loading;
    loading.catch(() => {
      if (current === loading) current = undefined;
    });
    return loading;
  };
  const snapshot = (olderThanMs: number): Promise<Snapshot> =>
    current === undefined || now() - startedAt >= olderThanMs ? load() : current;

  return {
    async signing() {
      const keys = await snapshot(REFRESH_MS);
      const key = [...keys.values()].find(({ row }) => row.signsUntilTs.getTime() > now());
      if (key === undefined) throw new Error('there is no key to sign with');
      return { kid: key.row.id, key: await key.privateKey() };
    },
    async verifying(kid) {
      const known = (await snapshot(REFRESH_MS)).get(kid);
      return (known ?? (await snapshot(UNKNOWN_REFRESH_MS)).get(kid))?.publicKey;
    },
    async jwks() {
      const keys = await snapshot(REFRESH_MS);
      return { keys: [...keys.values()].map(({ row }) => row.publicJwk) };
    },
    encrypt: () => encryptKeys(options, now()),
  };
}

interface KeysContext {
  readonly db: Database;
  readonly encryption: KeyEncryption;
  readonly log: Log;
}

async function loadSnapshot(context: KeysContext, now: number): Promise<Snapshot> {
  let rows = await publishedKeys(context.db, new Date(now));
  if (needsNext(rows, now)) rows = await rotate(context, now);
  const keys = await Promise.all(rows.map((row) => importRow(row, context.encryption)));
  return new Map(keys.map((key) => [key.row.id, key]));
}

async function encryptKeys({ db, encryption, log }: KeysContext, now: number): Promise<void> {
  const isCurrent = (row: SigningKeyRow) => encryption.isCurrent(row.privateJwk);
  const rows = await publishedKeys(db, new Date(now));
  for (const row of rows) encryption.open(row.id, row.privateJwk);
  if (rows.every(isCurrent)) return;
  await transaction(db, async (tx) => {
    await lockRotation(tx);
    const outdated = (await publishedKeys(tx, new Date(now))).filter((row) => !isCurrent(row));
    for (const { id, privateJwk } of outdated) {
      await replacePrivateKey(tx, id, encryption.seal(id, encryption.open(id, privateJwk)));
    }
    log.info({ kids: outdated.map(({ id }) => id) }, 'signing keys encrypted with the first secret key');
  });
}

async function importRow(row: SigningKeyRow, encryption: KeyEncryption): Promise<LoadedKey> {
  let privateKey: Promise<Key> | undefined;
  return {
    row,
    publicKey: await importJWK(row.publicJwk, ALGORITHM),
    async privateKey() {
      privateKey ??= importJWK(encryption.open(row.id, row.privateJwk), ALGORITHM);
      return privateKey;
    },
  };
}

const needsNext = (rows: readonly SigningKeyRow[], now: number): boolean =>
  rows.every((row) => row.signsUntilTs.getTime() - now <= AHEAD_MS);

async function rotate({ db, encryption, log }: KeysContext, now: number): Promise<readonly SigningKeyRow[]> {
  return transaction(db, async (tx) => {
    await lockRotation(tx);
    const rows = await publishedKeys(tx, new Date(now));
    if (!needsNext(rows, now)) return rows;
    const key = await newKey(now, rows.at(-1)?.signsUntilTs.getTime() ?? now);
    await insertKey(tx, { ...key, privateJwk: encryption.seal(key.id, key.privateJwk) });
    await deleteUnpublishedKeys(tx, new Date(now));
    log.info({ kid: key.id, signsUntil: key.signsUntilTs }, 'signing key created');
    return publishedKeys(tx, new Date(now));
  });
}

/** @param after when the key before it stops signing */
async function newKey(now: number, after: number): Promise<SigningKeyRow & { readonly privateJwk: JWK }> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const members = { kid, alg: ALGORITHM, use: 'sig' };
  const signsUntil = Math.max(now, after) + SIGNS_MS;
  return {
    id: kid,
    privateJwk: { ...(await exportJWK(pair.privateKey)), ...members },
    publicJwk: { ...bare, ...members },
    createdTs: new Date(now),
    signsUntilTs: new Date(signsUntil),
    publishedUntilTs: new Date(signsUntil + PUBLISHED_AFTER_MS),
  };
}
