import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';

/** What a challenge was made for. */
export type ChallengePurpose = 'registration' | 'signIn' | 'decision';

/** A challenge for a passkey. */
export interface ChallengeRow {
  readonly challenge: string;
  readonly purpose: ChallengePurpose;
  /** Whose registration or decision it is; null for a sign-in, where the passkey says whose it is. */
  readonly userId: string | null;
  /** Who asked, as sign-in limits count. */
  readonly network: string;
  readonly expiresTs: Date;
}

/**
 * Keeps a challenge, unless `perNetwork` of the same network wait for an answer. Another transaction that counts them waits until
 * this one has ended. @returns whether it was kept
 */
export async function storeChallenge(
  tx: Transaction,
  row: ChallengeRow,
  perNetwork: number,
  now: Date,
): Promise<boolean> {
  await tx`select pg_advisory_xact_lock(hashtextextended(${`passkey challenges ${row.network}`}, 0))`;
  const stored = await tx<{ challenge: string }>`
    insert into passkey_challenges (challenge, purpose, user_id, network, expires_ts)
    select ${row.challenge}, ${row.purpose}, ${row.userId}::uuid, ${row.network}, ${row.expiresTs}::timestamptz
    where (select count(*) from (
      select from passkey_challenges where network = ${row.network} and expires_ts > ${now} limit ${perNetwork}
    ) waiting) < ${perNetwork}
    returning challenge`;
  return stored.length > 0;
}

/** Uses a challenge up. @param userId of a registration or decision; null for a sign-in; @returns whether it was valid */
export async function takeChallenge(
  tx: Transaction,
  given: { readonly challenge: string; readonly purpose: ChallengePurpose; readonly userId: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await tx<{ expiresTs: Date }>`
    delete from passkey_challenges
    where challenge = ${given.challenge} and purpose = ${given.purpose}
      and user_id is not distinct from ${given.userId}::uuid
    returning expires_ts as "expiresTs"`;
  return rows.some(({ expiresTs }) => expiresTs > now);
}

/** Forgets challenges that nobody answered in time, a bounded number at a time; for maintenance. */
export async function forgetChallenges(db: Queryable): Promise<void> {
  await db`delete from passkey_challenges where challenge in (
    select challenge from passkey_challenges where expires_ts <= now() limit 10000)`;
}

/** Ends the registrations that wait, so that none adds a passkey after the factors of the user were removed. */
export async function deleteChallengesOf(tx: Transaction, userId: string): Promise<void> {
  await tx`delete from passkey_challenges where ${sql`user_id = ${userId}`}`;
}
