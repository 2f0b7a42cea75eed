import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** A row of totp_secrets. */
export interface TotpRow {
  /** Sealed. */
  readonly secret: string;
  readonly lastStep: number | null;
  readonly failures: number;
  readonly failedTs: Date | null;
  readonly createdTs: Date;
}

const columns = sql`secret, last_step as "lastStep", failures, failed_ts as "failedTs", created_ts as "createdTs"`;

/** The confirmed secret of a user, without a lock. */
export async function findTotp(db: Queryable, userId: string): Promise<TotpRow | undefined> {
  const [row] = await db<TotpRow>`select ${columns} from totp_secrets where user_id = ${userId} and confirmed`;
  return row;
}

/** A secret of a user, locked until the end of the transaction: of two equal codes at once one counts. */
export async function lockTotp(tx: Transaction, userId: string, confirmed: boolean): Promise<TotpRow | undefined> {
  const [row] = await tx<TotpRow>`
    select ${columns} from totp_secrets where user_id = ${userId} and confirmed = ${confirmed} for update`;
  return row;
}

/** Keeps a new secret, which does not count before its first code. It replaces one that waits. */
export async function storeTotp(tx: Transaction, userId: string, secret: string, createdTs: Date): Promise<void> {
  await tx`
    insert into totp_secrets (user_id, confirmed, secret, created_ts) values (${userId}, false, ${secret}, ${createdTs})
    on conflict (user_id, confirmed) do update set
      secret = excluded.secret, created_ts = excluded.created_ts, last_step = null, failures = 0, failed_ts = null`;
}

/** The secret that waits counts from now on, instead of the one before. */
export async function confirmTotpRow(tx: Transaction, userId: string, lastStep: number): Promise<void> {
  await tx`delete from totp_secrets where user_id = ${userId} and confirmed`;
  await tx`
    update totp_secrets set confirmed = true, last_step = ${lastStep}, failures = 0, failed_ts = null
    where user_id = ${userId} and not confirmed`;
}

/** Notes an accepted code. */
export async function codeAccepted(tx: Transaction, userId: string, lastStep: number): Promise<void> {
  await tx`
    update totp_secrets set last_step = ${lastStep}, failures = 0, failed_ts = null
    where user_id = ${userId} and confirmed`;
}

/** Counts a wrong code. */
export async function codeRefused(tx: Transaction, userId: string, confirmed: boolean, failedTs: Date): Promise<void> {
  await tx`
    update totp_secrets set failures = failures + 1, failed_ts = ${failedTs}
    where user_id = ${userId} and confirmed = ${confirmed}`;
}

/** @returns whether there was a confirmed one */
export async function deleteTotp(tx: Transaction, userId: string): Promise<boolean> {
  const rows = await tx<{ confirmed: boolean }>`
    delete from totp_secrets where user_id = ${userId} returning confirmed`;
  return rows.some(({ confirmed }) => confirmed);
}

/** A stored secret and whose it is. */
export interface StoredTotp {
  readonly userId: string;
  readonly confirmed: boolean;
  readonly secret: string;
}

/** The secrets after one, in order; for storing them under another key. */
export const totpAfter = (
  db: Queryable,
  { userId, confirmed }: Pick<StoredTotp, 'userId' | 'confirmed'>,
  limit: number,
): Promise<readonly StoredTotp[]> =>
  db<StoredTotp>`
    select user_id as "userId", confirmed, secret from totp_secrets
    where (user_id, confirmed) > (${userId}::uuid, ${confirmed}::boolean)
    order by user_id, confirmed limit ${limit}`;

/** Replaces a stored secret by the same one under another key, unless it has changed meanwhile. */
export async function replaceTotpSecret(db: Queryable, stored: StoredTotp, secret: string): Promise<void> {
  await db`
    update totp_secrets set secret = ${secret}
    where user_id = ${stored.userId} and confirmed = ${stored.confirmed} and secret = ${stored.secret}`;
}
