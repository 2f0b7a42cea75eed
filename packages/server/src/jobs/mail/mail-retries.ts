const FIRST_MS = 5000;
const LONGEST_MS = 30 * 60_000;

/** How long an e-mail is tried; the link in an e-mail of a password ends earlier and ends its attempts. */
export const GIVE_UP_MS = 3 * 24 * 3_600_000;

/**
 * Milliseconds until the next attempt at an e-mail: 5 s, then three times as long each time, 30 minutes at most; of that the
 * upper half is random.
 *
 * @param attempts attempts made so far, from 1
 * @param random 0 up to but not including 1
 */
export function mailDelayMs(attempts: number, random: number = Math.random()): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 3 ** Math.min(10, Math.max(0, attempts - 1)));
  return Math.round(full / 2 + (full / 2) * random);
}
