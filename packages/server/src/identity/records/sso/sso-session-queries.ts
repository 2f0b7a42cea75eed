import type { Queryable, Rows, Transaction } from '../../../postgres/database.js';

/** A row of sso_sessions: where a session of ours came from. */
export interface SsoSessionRow {
  readonly sessionId: string;
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
  readonly sid: string | null;
  /** Sealed. */
  readonly idToken: string;
  readonly endSessionEndpoint: string | null;
}

/** Replaces what was known of the session: a step-up is another sign-in at the provider. */
export async function noteSsoSession(tx: Transaction, row: SsoSessionRow): Promise<void> {
  await tx`
    insert into sso_sessions (session_id, provider_id, issuer, subject, sid, id_token, end_session_endpoint)
    values (${row.sessionId}, ${row.providerId}, ${row.issuer}, ${row.subject}, ${row.sid}, ${row.idToken},
      ${row.endSessionEndpoint})
    on conflict (session_id) do update set provider_id = excluded.provider_id, issuer = excluded.issuer,
      subject = excluded.subject, sid = excluded.sid, id_token = excluded.id_token,
      end_session_endpoint = excluded.end_session_endpoint`;
}

export async function findSsoSession(db: Queryable, sessionId: string): Promise<SsoSessionRow | undefined> {
  const [row] = await db<SsoSessionRow>`
    select session_id as "sessionId", provider_id as "providerId", issuer, subject, sid, id_token as "idToken",
      end_session_endpoint as "endSessionEndpoint"
    from sso_sessions where session_id = ${sessionId}`;
  return row;
}

/** A session that has ended, and whose it was. */
export interface EndedSession {
  readonly sessionId: string;
  readonly userId: string;
}

/** Which sessions: those of one session at the provider, of one account, or both at once where both are given. */
export interface AccountSessions {
  readonly issuer: string;
  readonly sid?: string | undefined;
  readonly subject?: string | undefined;
  /** This one goes on. */
  readonly except?: string | undefined;
}

/** Ends sessions that came from a session or an account at a provider. At least one of sid and subject is given. */
export const endSessionsOfAccount = (
  tx: Transaction,
  { issuer, sid = undefined, subject = undefined, except = undefined }: AccountSessions,
): Promise<Rows<EndedSession>> => tx<EndedSession>`
  delete from sessions s using sso_sessions o
  where o.session_id = s.id and o.issuer = ${issuer}
    and (${sid ?? null}::text is null or o.sid = ${sid ?? null})
    and (${subject ?? null}::text is null or o.subject = ${subject ?? null})
    and (${sid ?? subject ?? null}::text is not null) and s.id is distinct from ${except ?? null}::uuid
  returning s.id as "sessionId", s.user_id as "userId"`;

/** Ends the sessions that came from a provider. */
export const endSessionsOfProvider = (tx: Transaction, providerId: string): Promise<Rows<EndedSession>> =>
  tx<EndedSession>`
  delete from sessions s using sso_sessions o where o.session_id = s.id and o.provider_id = ${providerId}
  returning s.id as "sessionId", s.user_id as "userId"`;

/** The sealed ID token of a session. */
export type StoredIdToken = Pick<SsoSessionRow, 'sessionId' | 'idToken'>;

/** The sealed ID tokens of the sessions after the given one, at most 500; locks them. */
export const storedIdTokens = (tx: Transaction, after: string): Promise<Rows<StoredIdToken>> =>
  tx<StoredIdToken>`
  select session_id as "sessionId", id_token as "idToken" from sso_sessions
  where session_id > ${after}::uuid order by session_id limit 500 for update`;

export async function replaceIdToken(tx: Transaction, sessionId: string, idToken: string): Promise<void> {
  await tx`update sso_sessions set id_token = ${idToken} where session_id = ${sessionId}`;
}
