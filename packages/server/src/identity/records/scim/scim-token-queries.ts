import type { Queryable, Rows, Transaction } from '../../../postgres/database.js';
import { sql } from '../../../postgres/database.js';

/** A row of scim_tokens, without its hash. */
export interface ScimTokenRow {
  readonly id: string;
  readonly name: string;
  readonly createdBy: string;
  readonly createdTs: Date;
  readonly expiresTs: Date | null;
  readonly usedTs: Date | null;
}

const columns = sql`id, name, created_by as "createdBy", created_ts as "createdTs", expires_ts as "expiresTs",
  used_ts as "usedTs"`;

export async function insertScimToken(tx: Transaction, token: ScimTokenRow, hash: string): Promise<void> {
  const { id, name, createdBy, createdTs, expiresTs } = token;
  await tx`insert into scim_tokens ${sql.rows([
    { id, name, hash, created_by: createdBy, created_ts: createdTs, expires_ts: expiresTs },
  ])}`;
}

/** The token with this hash, unless it has expired. */
export async function findScimToken(db: Queryable, hash: string): Promise<ScimTokenRow | undefined> {
  const [row] = await db<ScimTokenRow>`
    select ${columns} from scim_tokens where hash = ${hash} and (expires_ts is null or expires_ts > now())`;
  return row;
}

/** Notes that a token was used; of several servers that say so at once one writes. */
export async function touchScimToken(db: Queryable, id: string): Promise<void> {
  await db`
    update scim_tokens set used_ts = now() where id = ${id} and (used_ts is null or used_ts < now() - interval '1 minute')`;
}

/** All tokens, the newest first. @param limit of the installation */
export const listScimTokens = (db: Queryable, limit: number): Promise<Rows<ScimTokenRow>> =>
  db<ScimTokenRow>`select ${columns} from scim_tokens order by created_ts desc, id desc limit ${limit}`;

export async function countScimTokens(db: Queryable): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total from scim_tokens`;
  return row?.total ?? 0;
}

/** Ends the tokens that a user created. @returns their ids */
export async function deleteScimTokensOf(tx: Transaction, userId: string): Promise<readonly string[]> {
  const rows = await tx<{ id: string }>`delete from scim_tokens where created_by = ${userId}::text returning id`;
  return rows.map(({ id }) => id);
}

/** Ends a token. @returns undefined when there is none */
export async function deleteScimToken(tx: Transaction, id: string): Promise<ScimTokenRow | undefined> {
  const [row] = await tx<ScimTokenRow>`delete from scim_tokens where id = ${id} returning ${columns}`;
  return row;
}
