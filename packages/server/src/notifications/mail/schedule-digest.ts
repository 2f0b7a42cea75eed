import type { Transaction } from '../../postgres/database.js';
import { digestTimeOf, type StoredPreferences } from '../preferences/preferences.js';
import { lockMailings, type Mailing, storeMailings } from '../records/mailings.js';
import { nextDigest } from './next-digest.js';

/** The row of a person with a digest that is due when the person wants it; one that is due already stays. */
export const withDigest = (mailing: Mailing, preferences: StoredPreferences, now: Date): Mailing =>
  mailing.digestTs !== null
    ? mailing
    : { ...mailing, digestTs: nextDigest(digestTimeOf(preferences), now, mailing.digestedTs) };

/**
 * The person has chosen when to get e-mail. The next digest is at the new time; there is one also when none was due, because what
 * waited for an e-mail at once may wait for the digest now. One with nothing to tell is not sent.
 */
export async function moveDigest(tx: Transaction, userId: string, preferences: StoredPreferences): Promise<void> {
  const mailing = (await lockMailings(tx, [userId])).get(userId);
  if (mailing === undefined) return;
  const digestTs = nextDigest(digestTimeOf(preferences), new Date(), mailing.digestedTs);
  await storeMailings(tx, [{ ...mailing, digestTs }]);
}
