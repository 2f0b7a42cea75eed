import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A sign-in whose first factor was right, without its secret. */
export interface PendingSignInRow {
  readonly userId: string;
  readonly method: string;
  readonly amr: readonly string[];
  readonly remembered: boolean;
  readonly failures: number;
  readonly createdTs: Date;
  readonly expiresTs: Date;
}

const columns = sql`p.user_id as "userId", p.method, p.amr, p.remembered, p.failures, p.created_ts as "createdTs",
  p.expires_ts as "expiresTs"`;

/** Keeps a pending sign-in, and of those of the same user the `keep` newest. */
export async function storePendingSignIn(
  tx: Transaction,
  secretHash: string,
  row: Omit<PendingSignInRow, 'failures'>,
  keep: number,
): Promise<void> {
  const { userId, method, amr, remembered, createdTs, expiresTs } = row;
  await tx`
    insert into pending_sign_ins (secret_hash, user_id, method, amr, remembered, password_ts, created_ts, expires_ts)
    values (${secretHash}, ${userId}, ${method}, ${amr}::text[], ${remembered},
      (select changed_ts from passwords where user_id = ${userId}), ${createdTs}, ${expiresTs})`;
  await tx`delete from pending_sign_ins where secret_hash in (
    select secret_hash from pending_sign_ins where user_id = ${userId} order by created_ts desc offset ${keep})`;
}

/** The pending sign-in, unless the password of its user has changed since. */
export async function findPendingSignIn(
  db: Queryable,
  secretHash: string,
  now: Date,
): Promise<PendingSignInRow | undefined> {
  const [row] = await db<PendingSignInRow>`
    select ${columns} from pending_sign_ins p join users u on u.id = p.user_id and not u.disabled
    left join passwords w on w.user_id = p.user_id
    where p.secret_hash = ${secretHash} and p.expires_ts > ${now}
      and w.changed_ts is not distinct from p.password_ts`;
  return row;
}

/**
 * Ends a pending sign-in. The caller has locked the user.
 *
 * @returns whether it was there and the password has not changed since: of two that finish it at once one does
 */
export async function takePendingSignIn(tx: Transaction, secretHash: string): Promise<boolean> {
  const rows = await tx<{ userId: string }>`
    delete from pending_sign_ins p where p.secret_hash = ${secretHash}
      and p.password_ts is not distinct from (select changed_ts from passwords w where w.user_id = p.user_id)
    returning p.user_id as "userId"`;
  return rows.length > 0;
}

/** Counts a wrong second factor; with the last allowed one the pending sign-in ends. */
export async function pendingSignInFailed(db: Queryable, secretHash: string, allowed: number): Promise<void> {
  await db`update pending_sign_ins set failures = failures + 1 where secret_hash = ${secretHash}`;
  await db`delete from pending_sign_ins where secret_hash = ${secretHash} and failures >= ${allowed}`;
}

/** Ends the pending sign-ins of a user, whose first factor may have changed. */
export async function deletePendingSignInsOf(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from pending_sign_ins where user_id = ${userId}`;
}

/** Forgets pending sign-ins that nobody finished, a bounded number at a time; for maintenance. */
export async function forgetPendingSignIns(db: Queryable): Promise<void> {
  await db`delete from pending_sign_ins where secret_hash in (
    select secret_hash from pending_sign_ins where expires_ts <= now() limit 10000)`;
}
