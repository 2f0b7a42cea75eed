import { randomBytes } from 'node:crypto';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** When a person gets e-mail. */
export interface Mailing {
  readonly userId: string;
  /** When the next digest is due; null: there is nothing to tell. */
  readonly digestTs: Date | null;
  /** When the last digest was sent. */
  readonly digestedTs: Date | null;
  readonly hourTs: Date | null;
  /** E-mails that were stored in the hour that began at `hourTs`. */
  readonly hourCount: number;
}

const columns = sql`user_id as "userId", digest_ts as "digestTs", digested_ts as "digestedTs", hour_ts as "hourTs",
  hour_count as "hourCount"`;

/** The rows of people, locked until the transaction ends, in the order of their ids; who has none gets one. */
export async function lockMailings(tx: Transaction, userIds: readonly string[]): Promise<ReadonlyMap<string, Mailing>> {
  const ids = [...new Set(userIds)].toSorted();
  await tx`
    insert into notification_mailings (user_id, unsubscribe_key)
    select g.user_id, decode(g.key, 'hex')
    from unnest(${ids}::uuid[], ${ids.map(() => randomBytes(32).toString('hex'))}::text[]) as g (user_id, key)
    order by g.user_id on conflict do nothing`;
  const rows = await tx<Mailing>`
    select ${columns} from notification_mailings where user_id = any(${ids}::uuid[]) order by user_id for update`;
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Stores rows that are locked. */
export async function storeMailings(tx: Transaction, mailings: readonly Mailing[]): Promise<void> {
  const given = mailings.map(({ userId, digestTs, digestedTs, hourTs, hourCount }) => ({
    user_id: userId,
    digest_ts: digestTs,
    digested_ts: digestedTs,
    hour_ts: hourTs,
    hour_count: hourCount,
  }));
  await tx`
    update notification_mailings m set digest_ts = g.digest_ts, digested_ts = g.digested_ts, hour_ts = g.hour_ts,
      hour_count = g.hour_count
    from json_to_recordset(${sql.json(given)}::json) as g
      (user_id uuid, digest_ts timestamptz, digested_ts timestamptz, hour_ts timestamptz, hour_count integer)
    where m.user_id = g.user_id`;
}

/** Takes people whose digest is due, those that were due first first; the transaction stores their e-mails, or takes none. */
export async function takeDigests(tx: Transaction, limit: number): Promise<readonly string[]> {
  const rows = await tx<{ userId: string }>`
    with due as materialized (
      select user_id from notification_mailings where digest_ts <= now()
      order by digest_ts limit ${limit} for update skip locked
    )
    update notification_mailings m set digest_ts = null from due where m.user_id = due.user_id
    returning m.user_id as "userId"`;
  return rows.map(({ userId }) => userId);
}

/** What proves the links of a person; undefined: the person never got an e-mail. */
export async function unsubscribeKeyOf(db: Queryable, userId: string): Promise<Buffer | undefined> {
  const [row] = await db<{ key: Buffer }>`
    select unsubscribe_key as key from notification_mailings where user_id = ${userId}`;
  return row?.key;
}
