import { countedTo } from '../../filters/counting.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** A draft by primary key. */
export interface DraftKey {
  readonly userId: string;
  readonly kind: string;
  readonly key: string;
}

export interface DraftRow {
  readonly value: Record<string, unknown>;
  readonly version: number;
  readonly updatedTs: Date;
}

const ofKey = ({ userId, kind, key }: DraftKey) => sql`user_id = ${userId} and kind = ${kind} and key = ${key}`;

export async function findDraft(db: Queryable, key: DraftKey): Promise<DraftRow | undefined> {
  const [row] = await db<DraftRow>`
    select value, version, updated_ts as "updatedTs" from drafts where ${ofKey(key)}`;
  return row;
}

/** How many drafts a person has, counted up to the limit; another transaction that counts them waits until this one has ended. */
export async function countDrafts(tx: Transaction, userId: string, limit: number): Promise<number> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`drafts ${userId}`}, 0))`;
  const [row] = await tx<{ count: number }>`
    select ${countedTo(limit, sql`from drafts where user_id = ${userId}`)} as count`;
  return row?.count ?? 0;
}

/**
 * Stores a draft that is not there yet; undefined when it is. Its versions begin at a random number, so that a draft that was
 * deleted and begun again has none of those that devices may still hold.
 */
export async function insertDraft(tx: Transaction, key: DraftKey, value: object): Promise<DraftRow | undefined> {
  const [row] = await tx<DraftRow>`
    insert into drafts (user_id, kind, key, value, version, updated_ts)
    values (${key.userId}, ${key.kind}, ${key.key}, ${sql.json(value)}, 1 + floor(random() * 900000000)::integer, now()) on conflict do nothing
    returning value, version, updated_ts as "updatedTs"`;
  return row;
}

/** Replaces a draft that still has the version; undefined when it does not. */
export async function replaceDraft(
  tx: Transaction,
  key: DraftKey,
  version: number,
  value: object,
): Promise<DraftRow | undefined> {
  const [row] = await tx<DraftRow>`
    update drafts set value = ${sql.json(value)}, version = version + 1, updated_ts = now()
    where ${ofKey(key)} and version = ${version} returning value, version, updated_ts as "updatedTs"`;
  return row;
}

export async function removeDraft(tx: Transaction, key: DraftKey): Promise<void> {
  await tx`delete from drafts where ${ofKey(key)}`;
}

/** Drafts that nobody saved for 90 days, at most `limit` per call; for maintenance. */
export async function forgetDrafts(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from drafts where (user_id, kind, key) in (
      select user_id, kind, key from drafts where updated_ts < now() - interval '90 days' limit ${limit})`;
  return count;
}
