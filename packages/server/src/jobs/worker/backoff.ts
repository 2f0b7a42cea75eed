const BASE_MS = 1000;
const LONGEST_MS = 5 * 60_000;

/**
 * Milliseconds until the next attempt: 1 s doubled per failed attempt up to 5 minutes, of which the upper half is random,
 * so that jobs which failed together do not come back together.
 *
 * @param attempts attempts made so far, from 1
 * @param random 0 up to but not including 1
 */
export function backoffMs(attempts: number, random: number = Math.random()): number {
  const full = Math.min(LONGEST_MS, BASE_MS * 2 ** Math.min(20, Math.max(0, attempts - 1)));
  return Math.round(full / 2 + (full / 2) * random);
}
