import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { StoredPreferences } from '../preferences/preferences.js';

/** What people have chosen, by user id; those who have chosen nothing are not there. */
export async function findPreferences(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, StoredPreferences>> {
  const rows = await db<{ userId: string; preferences: StoredPreferences }>`
    select user_id as "userId", preferences from notification_preferences where user_id = any(${userIds}::uuid[])`;
  return new Map(rows.map(({ userId, preferences }) => [userId, preferences]));
}

/** What a person has chosen, locked until the transaction ends, also where that is nothing. */
export async function lockPreferences(tx: Transaction, userId: string): Promise<StoredPreferences> {
  await tx`
    insert into notification_preferences (user_id, preferences) values (${userId}, '{}') on conflict do nothing`;
  const [row] = await tx<{ preferences: StoredPreferences }>`
    select preferences from notification_preferences where user_id = ${userId} for update`;
  return row?.preferences ?? {};
}

export async function storePreferences(tx: Transaction, userId: string, preferences: StoredPreferences): Promise<void> {
  await tx`
    update notification_preferences set preferences = ${sql.json(preferences)} where user_id = ${userId}`;
}
