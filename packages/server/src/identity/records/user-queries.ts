import { readTotal } from '../../filters/counting.js';
import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';

/** A row of users. */
export interface UserRow {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly kind: 'person' | 'service';
  readonly administrator: boolean;
  readonly disabled: boolean;
  readonly createdTs: Date;
}

const columns = sql`id, name, email, kind, administrator, disabled, created_ts as "createdTs"`;

/** The unique index that an address taken by another user violates. */
export const EMAIL_INDEXES: readonly string[] = ['users_email_key', 'users_email_folded'];

/** First four bytes of SHA-256('millrace administrators'). */
const ADMINISTRATORS_LOCK = 1_187_530_221;

export async function findUser(db: Queryable, id: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow>`select ${columns} from users where id = ${id}`;
  return row;
}

/** @param email compared without regard to case */
export async function findUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db<UserRow>`select ${columns} from users where lower(email) = lower(${email})`;
  return row;
}

/** The user, locked against other changes until the end of the transaction. */
export async function lockUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  const [row] = await tx<UserRow>`select ${columns} from users where id = ${id} for no key update`;
  return row;
}

/** @throws a unique violation of one of {@link EMAIL_INDEXES} */
export async function insertUser(tx: Transaction, user: UserRow): Promise<void> {
  const { createdTs, ...members } = user;
  await tx`insert into users ${sql.rows([{ ...members, created_ts: createdTs }])}`;
}

export async function updateUserRow(
  tx: Transaction,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'kind' | 'administrator' | 'disabled'>>,
): Promise<void> {
  await tx`update users set ${sql.set(changes)} where id = ${id}`;
}

/** @throws a unique violation of one of {@link EMAIL_INDEXES} */
export async function setUserEmail(tx: Transaction, id: string, email: string): Promise<void> {
  await tx`update users set email = ${email} where id = ${id}`;
}

/** Ends the tokens that all clients of the user have now. */
export async function revokeUserTokens(tx: Transaction, id: string): Promise<void> {
  await tx`update users set token_generation = token_generation + 1 where id = ${id}`;
}

/** Which users a list has; what is undefined does not limit it. */
export interface WantedUsers {
  readonly email?: string | undefined;
  readonly id?: string | undefined;
  /** Part of the name or the address, in any case. */
  readonly text?: string | undefined;
  readonly kind?: UserRow['kind'] | undefined;
  readonly disabled?: boolean | undefined;
}

/** One page of users by name. */
export const userPage = (
  db: Queryable,
  wanted: WantedUsers,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<UserRow>> => db<UserRow>`
  select ${columns} from users where ${isWanted(wanted)}
  order by name, id limit ${page.limit} offset ${page.offset}`;

/** Some users: those of `ids`, and of them those whose name or address has a text. */
export interface SomeUsers {
  readonly ids: readonly string[];
  /** In any case; undefined: all of them. */
  readonly text: string | undefined;
}

/** One page of some users by name, also of those that are disabled. Cost grows with the number of ids. */
export const pageOfUsers = (
  db: Queryable,
  some: SomeUsers,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<UserRow>> => db<UserRow>`
  select ${columns} from users where ${isOneOf(some)}
  order by name, id limit ${page.limit} offset ${page.offset}`;

/** How many {@link pageOfUsers} has on all pages. */
export async function countOfUsers(db: Queryable, some: SomeUsers): Promise<number> {
  if (some.text === undefined) return some.ids.length;
  const [row] = await db<{ total: number }>`select count(*) as total from users where ${isOneOf(some)}`;
  return row?.total ?? 0;
}

/** How many there are; see `boundedMetaOf`. */
export const countUsers = (db: Queryable, wanted: WantedUsers): Promise<number> =>
  readTotal(db, sql`from users where ${isWanted(wanted)}`);

/** Until the end of the transaction no other transaction disables an administrator or its clients. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  await tx`select pg_advisory_xact_lock(${ADMINISTRATORS_LOCK})`;
}

/** Clients that can sign in as an administrator now. */
export async function countAdministratorClients(tx: Transaction): Promise<number> {
  const [row] = await tx<{ total: number }>`
    select count(*) as total from clients c join users u on u.id = c.user_id
    where u.administrator and not u.disabled and not c.disabled and exists (
      select from client_secrets s where s.client_id = c.id and (s.expires_ts is null or s.expires_ts > now()))`;
  return row?.total ?? 0;
}

const isWanted = ({ email, id, text, kind, disabled }: WantedUsers) => sql`
  ${email === undefined ? sql`true` : sql`lower(email) = lower(${email})`}
  and ${id === undefined ? sql`true` : sql`id = ${id}`}
  and ${isNamed(text)}
  and ${kind === undefined ? sql`true` : sql`kind = ${kind}`}
  and ${disabled === undefined ? sql`true` : sql`disabled = ${disabled}`}`;

const isOneOf = ({ ids, text }: SomeUsers) => sql`id = any(${ids}::uuid[]) and ${isNamed(text)}`;

const isNamed = (text: string | undefined) =>
  text === undefined
    ? sql`true`
    : sql`(strpos(lower(name), lower(${text})) > 0 or strpos(lower(email), lower(${text})) > 0)`;
