import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import type { GrantRow } from './grant-queries.js';

/** A refresh token with its grant, and whether its person and application may still act. */
export interface RefreshTokenRow extends Omit<GrantRow, 'createdTs'> {
  readonly tokenExpiresTs: Date;
  /** Set once it was used. */
  readonly usedTs: Date | null;
  readonly disabled: boolean;
}

export async function insertRefreshToken(
  tx: Transaction,
  token: { readonly hash: string; readonly grantId: string; readonly expiresTs: Date },
): Promise<void> {
  await tx`
    insert into refresh_tokens (hash, grant_id, expires_ts) values (${token.hash}, ${token.grantId}, ${token.expiresTs})`;
}

/** The token, locked: of two requests that use it, the second one sees that it was used. */
export async function lockRefreshToken(tx: Transaction, hash: string): Promise<RefreshTokenRow | undefined> {
  const [row] = await tx<RefreshTokenRow>`
    select g.id, g.application_id as "applicationId", g.user_id as "userId", g.scopes,
      g.authenticated_ts as "authenticatedTs", g.amr, g.expires_ts as "expiresTs", t.expires_ts as "tokenExpiresTs",
      t.used_ts as "usedTs", u.disabled or a.disabled as disabled
    from refresh_tokens t join application_grants g on g.id = t.grant_id join users u on u.id = g.user_id
      join applications a on a.id = g.application_id
    where t.hash = ${hash} for update of t`;
  return row;
}

export async function markRefreshTokenUsed(tx: Transaction, hash: string): Promise<void> {
  await tx`update refresh_tokens set used_ts = now() where hash = ${hash}`;
}

/** Used tokens are kept for as long as a stolen copy may turn up; then only the grant is left. */
const USED_FOR = sql`interval '7 days'`;

/** Forgets what has ended. Bounded per call; what is left goes with the next. */
export async function forgetEndedAuthorizations(db: Queryable): Promise<void> {
  await db`delete from application_grants where id in (
    select id from application_grants where expires_ts < now() limit 1000 for update skip locked)`;
  await db`delete from refresh_tokens where hash in (
    select hash from refresh_tokens where expires_ts < now() or used_ts < now() - ${USED_FOR}
    limit 10000 for update skip locked)`;
  // A used code tells of its second use for a day.
  await db`delete from authorization_codes where hash in (
    select hash from authorization_codes where expires_ts < now() - interval '1 day' limit 10000 for update skip locked)`;
  await db`delete from device_codes where hash in (
    select hash from device_codes where expires_ts < now() - interval '1 hour' limit 10000 for update skip locked)`;
}
