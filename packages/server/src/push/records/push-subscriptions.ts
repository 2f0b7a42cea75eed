import { createHash } from 'node:crypto';
import { groupBy } from '../../kernel/group-by.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** A browser that shows notifications of a person. */
export interface PushSubscription {
  readonly id: string;
  readonly userId: string;
  /** Where its push service takes messages: whoever knows it may try to send. */
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** What the person calls it. */
  readonly name: string;
  readonly createdTs: Date;
  /** When a message was last sent; null: never. */
  readonly sentTs: Date | null;
}

/** What names an address without telling it. */
export const fingerprintOf = (endpoint: string): string => createHash('sha256').update(endpoint).digest('base64url');

const columns = sql`id, user_id as "userId", endpoint, p256dh, auth, name, created_ts as "createdTs", sent_ts as "sentTs"`;

export const subscriptionsOf = (db: Queryable, userId: string): Promise<readonly PushSubscription[]> =>
  db<PushSubscription>`
    select ${columns} from push_subscriptions where user_id = ${userId} order by created_ts, id`;

/** Ids of the subscriptions of people who have some. */
export async function subscriptionIdsOf(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await db<{ id: string; userId: string }>`
    select id, user_id as "userId" from push_subscriptions where user_id = any(${userIds}::uuid[])`;
  return new Map([...groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [userId, own.map(({ id }) => id)]));
}

/**
 * Stores a subscription; a browser that was known belongs to this person from now on. Of a person the newest `most` stay.
 *
 * @returns its id
 */
export async function storeSubscription(
  tx: Transaction,
  given: Pick<PushSubscription, 'id' | 'userId' | 'endpoint' | 'p256dh' | 'auth' | 'name'>,
  most: number,
): Promise<string> {
  const { id, userId, endpoint, p256dh, auth, name } = given;
  const [row] = await tx<{ id: string }>`
    insert into push_subscriptions (id, user_id, endpoint, fingerprint, p256dh, auth, name)
    values (${id}, ${userId}, ${endpoint}, ${fingerprintOf(endpoint)}, ${p256dh}, ${auth}, ${name})
    on conflict (fingerprint) do update set user_id = excluded.user_id, p256dh = excluded.p256dh, auth = excluded.auth,
      name = excluded.name, created_ts = now()
    returning id`;
  await tx`
    delete from push_subscriptions where user_id = ${userId} and id not in (
      select id from push_subscriptions where user_id = ${userId} order by created_ts desc, id desc limit ${most})`;
  return row?.id ?? id;
}

/** @returns whether it was there */
export async function deleteSubscription(tx: Transaction, userId: string, id: string): Promise<boolean> {
  const { count } = await tx`delete from push_subscriptions where user_id = ${userId} and id = ${id}`;
  return count > 0;
}

/** Its push service does not know it any more. A browser that subscribed again meanwhile has other keys. */
export async function dropDeadSubscription(
  tx: Transaction,
  { id, auth }: Pick<PushSubscription, 'id' | 'auth'>,
): Promise<void> {
  await tx`delete from push_subscriptions where id = ${id} and auth = ${auth}`;
}

/** Counts a message. */
export async function noteSent(tx: Transaction, id: string): Promise<void> {
  await tx`
    update push_subscriptions set sent_ts = now(),
      hour_count = case when hour_ts > now() - interval '1 hour' then hour_count + 1 else 1 end,
      hour_ts = case when hour_ts > now() - interval '1 hour' then hour_ts else now() end
    where id = ${id}`;
}
