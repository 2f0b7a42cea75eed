import type { JWK } from 'jose';
import type { Sealed } from '../../kernel/sealing.js';
import type { Queryable, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/** A private key as it stands in the database when a secret key is configured. */
export interface SealedJwk extends Sealed {
  readonly sealed: 'A256GCM';
}

/** A row of signing_keys. The private part never leaves this feature and is never logged. */
export interface SigningKeyRow {
  readonly id: string;
  /** Sealed where a secret key is configured. */
  readonly privateJwk: JWK | SealedJwk;
  readonly publicJwk: JWK;
  readonly createdTs: Date;
  readonly signsUntilTs: Date;
  readonly publishedUntilTs: Date;
}

/** First four bytes of SHA-256('millrace signing keys'). */
const ROTATION_LOCK = 743_201_554;

/** Keys that are still published, in the order they sign. A handful at most. */
export const publishedKeys = (db: Queryable, now: Date): Promise<readonly SigningKeyRow[]> => db<SigningKeyRow>`
  select id, private_jwk as "privateJwk", public_jwk as "publicJwk", created_ts as "createdTs",
    signs_until_ts as "signsUntilTs", published_until_ts as "publishedUntilTs"
  from signing_keys where published_until_ts > ${now} order by signs_until_ts, id`;

/** Until the end of the transaction no other server changes the keys. */
export async function lockRotation(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ROTATION_LOCK})`;
}

export async function insertKey(tx: Transaction, key: SigningKeyRow): Promise<void> {
  const row = {
    id: key.id,
    private_jwk: sql.json(key.privateJwk),
    public_jwk: sql.json(key.publicJwk),
    created_ts: key.createdTs,
    signs_until_ts: key.signsUntilTs,
    published_until_ts: key.publishedUntilTs,
  };
  await tx`insert into signing_keys ${sql.rows([row])}`;
}

export async function deleteUnpublishedKeys(tx: Transaction, now: Date): Promise<void> {
  await tx`delete from signing_keys where published_until_ts <= ${now}`;
}

export async function replacePrivateKey(tx: Transaction, id: string, stored: JWK | SealedJwk): Promise<void> {
  await tx`update signing_keys set private_jwk = ${sql.json(stored)} where id = ${id}`;
}
