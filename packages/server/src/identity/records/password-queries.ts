import type { Queryable, Transaction } from '../../postgres/database.js';

/** The user of an e-mail address, as a sign-in with a password needs it. */
export interface PasswordOwner {
  readonly userId: string;
  readonly name: string;
  readonly administrator: boolean;
  readonly disabled: boolean;
  /** Null when the user has no password. */
  readonly hash: string | null;
}

/** @param email compared without regard to case */
export async function findPasswordOwner(db: Queryable, email: string): Promise<PasswordOwner | undefined> {
  const [row] = await db<PasswordOwner>`
    select u.id as "userId", u.name, u.administrator, u.disabled, p.hash
    from users u left join passwords p on p.user_id = u.id where lower(u.email) = lower(${email})`;
  return row;
}

/** The hash of a user's password; undefined when there is none. */
export async function passwordHashOf(db: Queryable, userId: string): Promise<string | undefined> {
  const [row] = await db<{ hash: string }>`select hash from passwords where user_id = ${userId}`;
  return row?.hash;
}

/** Sets or replaces the password of a user. */
export async function storePassword(tx: Transaction, userId: string, hash: string, changedTs: Date): Promise<void> {
  await tx`
    insert into passwords (user_id, hash, changed_ts) values (${userId}, ${hash}, ${changedTs})
    on conflict (user_id) do update set hash = excluded.hash, changed_ts = excluded.changed_ts`;
}

/** Replaces a hash by another one of the same password. */
export async function upgradePasswordHash(db: Queryable, userId: string, from: string, to: string): Promise<void> {
  await db`update passwords set hash = ${to} where user_id = ${userId} and hash = ${from}`;
}
