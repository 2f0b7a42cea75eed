import { readTotal } from '../../filters/counting.js';
import type { Queryable, Rows, Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';
import { CLIENT_ID_PREFIX } from '../secrets/client-id.js';

/** A row of clients. */
export interface ClientRow {
  readonly id: string;
  readonly userId: string;
  readonly scope: string;
  readonly disabled: boolean;
  readonly createdTs: Date;
}

/**
 * Which tokens of a client and its user are in force: those that carry the same numbers. Revoking adds one to a number.
 */
export interface TokenGeneration {
  readonly client: number;
  readonly user: number;
}

/** What verifying a token needs to know of its client now. */
export interface ClientStatus {
  readonly userId: string;
  readonly name: string;
  readonly administrator: boolean;
  /** The client or its user is. */
  readonly disabled: boolean;
  readonly generation: TokenGeneration;
  /** Of the person for whom an application holds the token; absent for a client. */
  readonly clientIds?: readonly string[];
}

/** What a sign-in needs to know of a client: two index look-ups. */
export interface ClientCredentials extends ClientStatus {
  /** Bound of its tokens, space-separated; empty for none. */
  readonly scope: string;
  /** Hashes of the secrets that are valid now, newest first. */
  readonly hashes: readonly string[];
}

const columns = sql`id, user_id as "userId", scope, disabled, created_ts as "createdTs"`;
const statusColumns = sql`c.user_id as "userId", u.name, u.administrator, c.disabled or u.disabled as disabled,
  json_build_object('client', c.token_generation, 'user', u.token_generation) as generation`;

/** The clients of a user `u`, the oldest first, with disabled ones; more than these are the names of no task in an inbox. */
export const clientIdsOfUser = sql`array(
  select c.id from clients c where c.user_id = u.id order by c.created_ts, c.id limit 100) as "clientIds"`;

/** The users of clients, by the ids of the clients; an id that no client has is left out. */
export async function usersOfClients(db: Queryable, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db<{ id: string; userId: string }>`
    select id, user_id as "userId" from clients where id = any(${ids}::text[])`;
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}

export async function clientStatus(db: Queryable, clientId: string): Promise<ClientStatus | undefined> {
  const [row] = await db<ClientStatus>`
    select ${statusColumns} from clients c join users u on u.id = c.user_id where c.id = ${clientId}`;
  return row;
}

export async function clientCredentials(db: Queryable, clientId: string): Promise<ClientCredentials | undefined> {
  const [row] = await db<ClientCredentials>`
    select ${statusColumns}, c.scope, array(
      select s.hash from client_secrets s
      where s.client_id = c.id and (s.expires_ts is null or s.expires_ts > now())
      order by s.created_ts desc, s.id desc) as hashes
    from clients c join users u on u.id = c.user_id where c.id = ${clientId}`;
  return row;
}

/** The client, locked against other changes until the end of the transaction. */
export async function lockClient(tx: Transaction, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await tx<ClientRow>`select ${columns} from clients where id = ${clientId} for update`;
  return row;
}

/** @throws a unique violation of clients_pkey, a foreign key violation of clients_user_id_fkey */
export async function insertClient(tx: Transaction, client: ClientRow): Promise<void> {
  const { userId, createdTs, ...members } = client;
  await tx`insert into clients ${sql.rows([{ ...members, user_id: userId, created_ts: createdTs }])}`;
}

export async function updateClientRow(
  tx: Transaction,
  clientId: string,
  { userId, ...members }: Partial<Pick<ClientRow, 'disabled' | 'userId' | 'scope'>>,
): Promise<void> {
  const changes = userId === undefined ? members : { ...members, user_id: userId };
  await tx`update clients set ${sql.set(changes)} where id = ${clientId}`;
}

/** Which clients a list has; what is undefined does not limit it. */
export interface WantedClients {
  readonly userId?: string | undefined;
  /** Part of the id, in any case. */
  readonly text?: string | undefined;
}

/** A client of a list. */
export interface ListedClient extends ClientRow {
  readonly userName: string;
  /** Those that are valid now, newest first. */
  readonly secrets: readonly { readonly createdTs: string; readonly expiresTs: string | null }[];
}

/** One page of clients, newest first. */
export const clientPage = (
  db: Queryable,
  wanted: WantedClients,
  page: { readonly limit: number; readonly offset: bigint },
): Promise<Rows<ListedClient>> => db<ListedClient>`
  select ${columns}, (select u.name from users u where u.id = user_id) as "userName", coalesce((
    select json_agg(json_build_object('createdTs', s.created_ts, 'expiresTs', s.expires_ts)
      order by s.created_ts desc, s.id desc)
    from client_secrets s
    where s.client_id = clients.id and (s.expires_ts is null or s.expires_ts > now())), '[]') as secrets
  from clients where ${isWanted(wanted)}
  order by created_ts desc, id desc limit ${page.limit} offset ${page.offset}`;

/** How many there are; see `boundedMetaOf`. */
export const countClients = (db: Queryable, wanted: WantedClients): Promise<number> =>
  readTotal(db, sql`from clients where ${isWanted(wanted)}`);

const isWanted = ({ userId, text }: WantedClients) => sql`
  ${userId === undefined ? sql`true` : sql`user_id = ${userId}`}
  and ${text === undefined ? sql`true` : sql`strpos(lower(id), lower(${text})) > 0`}`;

/** The first client of a user that was generated and not disabled since. */
export async function oldestGeneratedClient(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from clients where user_id = ${userId} and starts_with(id, ${CLIENT_ID_PREFIX}) and not disabled
    order by created_ts, id limit 1`;
  return row?.id;
}

/** Ends the tokens that the client has now; the caller has locked its row. */
export async function revokeClientTokens(tx: Transaction, clientId: string): Promise<void> {
  await tx`update clients set token_generation = token_generation + 1 where id = ${clientId}`;
}
