import type { Queryable, Transaction } from '../../postgres/database.js';

/** The language that a user has chosen; null: none. */
export async function localeOf(db: Queryable, userId: string): Promise<string | null> {
  const [row] = await db<{ locale: string | null }>`select locale from users where id = ${userId}`;
  return row?.locale ?? null;
}

/** As `localeOf`, of the user with an address; null also when there is none. */
export async function localeAt(db: Queryable, email: string): Promise<string | null> {
  const [row] = await db<{ locale: string | null }>`select locale from users where lower(email) = lower(${email})`;
  return row?.locale ?? null;
}

export async function storeLocale(tx: Transaction, userId: string, locale: string | null): Promise<void> {
  await tx`update users set locale = ${locale} where id = ${userId}`;
}
