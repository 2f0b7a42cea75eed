import { newId } from '../../kernel/identifiers.js';
import type { Queryable, Transaction } from '../../postgres/database.js';

/** Secrets of one client that are valid at once at most: rotating faster ends the oldest early. */
const VALID_AT_ONCE = 5;

/** Hashes of the secrets that are valid now, newest first. */
export async function validHashes(db: Queryable, clientId: string): Promise<readonly string[]> {
  const rows = await db<{ hash: string }>`
    select hash from client_secrets where client_id = ${clientId} and (expires_ts is null or expires_ts > now())
    order by created_ts desc, id desc`;
  return rows.map((row) => row.hash);
}

/** Adds a secret that does not expire, and forgets those that are expired or too many. */
export async function addSecret(tx: Transaction, clientId: string, hash: string): Promise<void> {
  await tx`
    insert into client_secrets (id, client_id, hash, created_ts, expires_ts)
    values (${newId()}, ${clientId}, ${hash}, clock_timestamp(), null)`;
  await tx`
    delete from client_secrets where client_id = ${clientId} and (expires_ts <= now() or id in (
      select id from client_secrets where client_id = ${clientId} and (expires_ts is null or expires_ts > now())
      order by created_ts desc, id desc offset ${VALID_AT_ONCE}))`;
}

/** Ends the secrets a client has now after the given seconds; those that end earlier stay so. */
export async function expireSecrets(tx: Transaction, clientId: string, overlapSeconds: number): Promise<void> {
  await tx`
    update client_secrets
    set expires_ts = least(expires_ts, now() + make_interval(secs => ${overlapSeconds}))
    where client_id = ${clientId}`;
}

export async function deleteSecrets(tx: Transaction, clientId: string): Promise<void> {
  await tx`delete from client_secrets where client_id = ${clientId}`;
}

/** Replaces a hash by another one of the same secret. */
export async function upgradeHash(db: Queryable, clientId: string, from: string, to: string): Promise<void> {
  await db`update client_secrets set hash = ${to} where client_id = ${clientId} and hash = ${from}`;
}
