import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { clientIdsOfUser } from './client-queries.js';

/** A row of personal_tokens, without its hash. */
export interface PersonalTokenRow {
  readonly id: string;
  readonly userId: string;
  readonly name: string;
  /** Empty: no bound. */
  readonly scopes: readonly string[];
  readonly createdTs: Date;
  readonly expiresTs: Date;
  readonly usedTs: Date | null;
}

/** A personal token with what is known of its user now. */
export interface PersonalTokenStatus extends PersonalTokenRow {
  readonly hash: string;
  readonly userName: string;
  readonly administrator: boolean;
  /** The user is. */
  readonly disabled: boolean;
  /** Of the user. */
  readonly clientIds: readonly string[];
}

const columns = sql`p.id, p.user_id as "userId", p.name, p.scopes, p.created_ts as "createdTs",
  p.expires_ts as "expiresTs", p.used_ts as "usedTs"`;

export async function findPersonalToken(db: Queryable, id: string): Promise<PersonalTokenStatus | undefined> {
  const [row] = await db<PersonalTokenStatus>`
    select ${columns}, p.hash, u.name as "userName", u.administrator, u.disabled, ${clientIdsOfUser}
    from personal_tokens p join users u on u.id = p.user_id where p.id = ${id}`;
  return row;
}

export async function insertPersonalToken(tx: Transaction, token: PersonalTokenRow, hash: string): Promise<void> {
  const { userId, createdTs, expiresTs, usedTs, ...members } = token;
  await tx`insert into personal_tokens ${sql.rows([
    { ...members, user_id: userId, hash, created_ts: createdTs, expires_ts: expiresTs, used_ts: usedTs },
  ])}`;
}

/** Notes that a token was used; of several servers that say so at once one writes. */
export async function touchPersonalToken(db: Queryable, id: string, usedTs: Date, unlessSince: Date): Promise<void> {
  await db`
    update personal_tokens set used_ts = ${usedTs}
    where id = ${id} and (used_ts is null or used_ts < ${unlessSince})`;
}

/** The tokens of a user, newest first, also those that have expired. */
export const personalTokensOf = (db: Queryable, userId: string): Promise<readonly PersonalTokenRow[]> =>
  db<PersonalTokenRow>`
    select ${columns} from personal_tokens p where p.user_id = ${userId} order by p.created_ts desc, p.id desc limit 1000`;

/** Tokens of a user that have not expired. */
export async function countPersonalTokens(tx: Transaction, userId: string, now: Date): Promise<number> {
  const [row] = await tx<{ total: number }>`
    select count(*) as total from personal_tokens where user_id = ${userId} and expires_ts > ${now}`;
  return row?.total ?? 0;
}

/** Ends a token. @returns false when another request has */
export async function deletePersonalToken(tx: Transaction, id: string): Promise<boolean> {
  const { count } = await tx`delete from personal_tokens where id = ${id}`;
  return count === 1;
}

/** Ends the tokens of a user. @returns their ids */
export async function deletePersonalTokensOf(tx: Transaction, userId: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }>`delete from personal_tokens where user_id = ${userId} returning id`;
  return rows.map(({ id }) => id);
}

/** Forgets tokens that expired 30 days ago, a bounded number at a time; for maintenance. */
export async function forgetPersonalTokens(db: Queryable): Promise<void> {
  await db`
    delete from personal_tokens where id in (
      select id from personal_tokens where expires_ts <= now() - interval '30 days' limit 1000)`;
}
