import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** Gives a user new codes; those before do not count any more. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
  createdTs: Date,
): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx`insert into recovery_codes ${sql.rows(hashes.map((hash) => ({ user_id: userId, hash, created_ts: createdTs })))}`;
}

/** Uses a code up. @returns whether it was one of the user's */
export async function takeRecoveryCode(tx: Transaction, userId: string, hash: string): Promise<boolean> {
  const rows = await tx<{ hash: string }>`
    delete from recovery_codes where user_id = ${userId} and hash = ${hash} returning hash`;
  return rows.length > 0;
}

/** The number of codes that a user has left. */
export async function countRecoveryCodes(db: Queryable, userId: string): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total from recovery_codes where user_id = ${userId}`;
  return row?.total ?? 0;
}

export async function deleteRecoveryCodes(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from recovery_codes where user_id = ${userId}`;
}
