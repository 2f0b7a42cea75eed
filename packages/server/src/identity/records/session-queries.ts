import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { clientIdsOfUser } from './client-queries.js';

/** A row of sessions, without its secret. */
export interface SessionRow {
  readonly id: string;
  readonly userId: string;
  /** How the person signed in, for example `password`. */
  readonly method: string;
  /** The factors used (RFC 8176). */
  readonly amr: readonly string[];
  /** Whether the browser keeps the cookie when it closes. */
  readonly remembered: boolean;
  readonly createdTs: Date;
  readonly authenticatedTs: Date;
  readonly seenTs: Date;
  readonly expiresTs: Date;
  readonly network: string;
  readonly agent: string;
  /** The person must set up a second factor first: the session opens nothing else. */
  readonly enrolling: boolean;
}

/** A session with what is known of its user now. */
export interface SessionStatus extends SessionRow {
  readonly name: string;
  readonly administrator: boolean;
  /** The user is. */
  readonly disabled: boolean;
  /** Of the user. */
  readonly clientIds: readonly string[];
}

/** What a session is looked up by. */
export type SessionKey = { readonly secretHash: string } | { readonly id: string };

const columns = sql`s.id, s.user_id as "userId", s.method, s.amr, s.remembered, s.created_ts as "createdTs",
  s.authenticated_ts as "authenticatedTs", s.seen_ts as "seenTs", s.expires_ts as "expiresTs", s.network, s.agent,
  s.enrolling`;

export async function findSession(db: Queryable, key: SessionKey): Promise<SessionStatus | undefined> {
  const isIt = 'id' in key ? sql`s.id = ${key.id}` : sql`s.secret_hash = ${key.secretHash}`;
  const [row] = await db<SessionStatus>`
    select ${columns}, u.name, u.administrator, u.disabled, ${clientIdsOfUser}
    from sessions s join users u on u.id = s.user_id where ${isIt}`;
  return row;
}

export async function insertSession(tx: Transaction, session: SessionRow, secretHash: string): Promise<void> {
  const { userId, createdTs, authenticatedTs, seenTs, expiresTs, ...members } = session;
  await tx`insert into sessions ${sql.rows([
    {
      ...members,
      user_id: userId,
      secret_hash: secretHash,
      created_ts: createdTs,
      authenticated_ts: authenticatedTs,
      seen_ts: seenTs,
      expires_ts: expiresTs,
    },
  ])}`;
}

/** Notes that a session was used; of several servers that say so at once one writes. */
export async function touchSession(db: Queryable, id: string, seenTs: Date, unlessSince: Date): Promise<void> {
  await db`update sessions set seen_ts = ${seenTs} where id = ${id} and seen_ts < ${unlessSince}`;
}

/** Gives a session another secret after its person has proved who they are once more. */
export async function renewSession(
  tx: Transaction,
  id: string,
  { secretHash, amr, authenticatedTs }: { readonly secretHash: string } & Pick<SessionRow, 'amr' | 'authenticatedTs'>,
): Promise<SessionRow | undefined> {
  const [row] = await tx<SessionRow>`
    update sessions s set secret_hash = ${secretHash}, amr = ${amr}::text[], authenticated_ts = ${authenticatedTs},
      seen_ts = ${authenticatedTs}
    where s.id = ${id} returning ${columns}`;
  return row;
}

/** Makes a session full, whose person has set up a second factor. @returns false when it was full before or has ended */
export async function endEnrolling(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx<{
    id: string;
  }>`update sessions set enrolling = false where id = ${id} and enrolling returning id`;
  return rows.length > 0;
}

/** The sessions of a user that have not ended by themselves, the one used last first. */
export const sessionsOf = (db: Queryable, userId: string, alive: SessionsAlive): Promise<readonly SessionRow[]> =>
  db<SessionRow>`
    select ${columns} from sessions s
    where s.user_id = ${userId} and s.expires_ts > ${alive.now} and s.seen_ts > ${alive.seenAfter}
    order by s.seen_ts desc, s.id desc`;

/** What tells a session that has not ended by itself. */
export interface SessionsAlive {
  readonly now: Date;
  readonly seenAfter: Date;
}

/** Ends a session. @returns the ended one; undefined when there is none */
export async function deleteSession(tx: Transaction, key: SessionKey): Promise<SessionRow | undefined> {
  const isIt = 'id' in key ? sql`s.id = ${key.id}` : sql`s.secret_hash = ${key.secretHash}`;
  const [row] = await tx<SessionRow>`delete from sessions s where ${isIt} returning ${columns}`;
  return row;
}

/** Ends the sessions of a user, but for one. @returns their ids */
export async function deleteSessionsOf(tx: Transaction, userId: string, except?: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }>`
    delete from sessions where user_id = ${userId} and id is distinct from ${except ?? null}::uuid returning id`;
  return rows.map(({ id }) => id);
}

/** Ends the sessions of a user that were not used for longest, so that `keep` are left. */
export async function deleteOldestSessions(tx: Transaction, userId: string, keep: number): Promise<void> {
  await tx`
    delete from sessions where id in (
      select id from sessions where user_id = ${userId} order by seen_ts desc, id desc offset ${keep})`;
}

/** Forgets sessions that have ended by themselves, a bounded number at a time; for maintenance. */
export async function forgetEndedSessions(db: Queryable, { now, seenAfter }: SessionsAlive): Promise<void> {
  await db`
    delete from sessions where id in (
      (select id from sessions where expires_ts <= ${now} limit 1000)
      union all (select id from sessions where seen_ts <= ${seenAfter} limit 1000))`;
}
