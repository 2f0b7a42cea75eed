import type { Queryable, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** Why a person is sent to a provider: to sign in, to prove again who they are, to link an account. */
export type FlowPurpose = 'signIn' | 'confirm' | 'link';

/** A row of sso_flows. */
export interface FlowRow {
  readonly stateHash: string;
  readonly providerId: string;
  readonly purpose: FlowPurpose;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly returnTo: string;
  readonly networkHash: string;
  readonly browserHash: string | null;
  readonly sessionId: string | null;
  readonly expiresTs: Date;
}

/**
 * Writes the row unless its network has `most` under way already. Another transaction that counts those of the network waits until
 * this one has ended. @returns whether it was written
 */
export async function insertFlow(tx: Transaction, row: FlowRow, now: Date, most: number): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`sign-ins of ${row.networkHash}`}, 0))`;
  const rows = await tx`
    insert into sso_flows (state_hash, provider_id, purpose, nonce, code_verifier, return_to, network_hash, browser_hash,
      session_id, expires_ts)
    select ${row.stateHash}, ${row.providerId}, ${row.purpose}, ${row.nonce}, ${row.codeVerifier}, ${row.returnTo},
      ${row.networkHash}, ${row.browserHash}, ${row.sessionId}::uuid, ${row.expiresTs}::timestamptz
    where (select count(*) from (
      select from sso_flows where network_hash = ${row.networkHash} and expires_ts > ${now}::timestamptz limit ${most}) as pending) < ${most}
    returning state_hash`;
  return rows.length > 0;
}

/** Takes the row, so that it is used once; undefined unless state, provider and browser or session are its own. */
export async function takeFlow(
  db: Queryable,
  key: Pick<FlowRow, 'stateHash' | 'providerId' | 'browserHash' | 'sessionId'>,
  now: Date,
): Promise<FlowRow | undefined> {
  const [row] = await db<FlowRow>`
    delete from sso_flows
    where state_hash = ${key.stateHash} and provider_id = ${key.providerId} and expires_ts > ${now}
      and (browser_hash = ${key.browserHash} or session_id = ${key.sessionId}::uuid)
    returning state_hash as "stateHash", provider_id as "providerId", purpose, nonce, code_verifier as "codeVerifier",
      return_to as "returnTo", network_hash as "networkHash", browser_hash as "browserHash", session_id as "sessionId",
      expires_ts as "expiresTs"`;
  return row;
}

/** Forgets flows that nobody came back from, and logout tokens that cannot be repeated; bounded per call. */
export async function forgetOldFlows(db: Queryable, now: Date): Promise<void> {
  await db`
    delete from sso_flows where state_hash in (
      select state_hash from sso_flows where expires_ts <= ${now} limit 10000 for update skip locked)`;
  await db`
    delete from sso_logout_tokens where (issuer, jti) in (
      select issuer, jti from sso_logout_tokens where forget_ts <= ${now} limit 10000 for update skip locked)`;
}

/** Whether a logout token is new; notes it. */
export async function noteLogoutToken(db: Queryable, issuer: string, jti: string, forgetTs: Date): Promise<boolean> {
  const rows = await db`
    insert into sso_logout_tokens ${sql.rows([{ issuer, jti, forget_ts: forgetTs }])} on conflict do nothing returning jti`;
  return rows.length > 0;
}
