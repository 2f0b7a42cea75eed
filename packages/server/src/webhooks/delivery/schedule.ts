const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Between the attempts at one delivery: three days in all, as Standard Webhooks proposes. */
const WAITS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Part of a wait by which it is longer or shorter, so that what failed together is not sent again together. */
const JITTER = 0.1;

/**
 * Milliseconds until the next attempt; undefined when there is none.
 *
 * @param tries attempts that failed
 * @param retryAfterMs what the receiver asked to wait: it is waited at least
 * @param random from 0 to 1
 */
export function nextAttemptIn(tries: number, retryAfterMs = 0, random = Math.random()): number | undefined {
  const wait = WAITS_MS[tries - 1];
  return wait === undefined ? undefined : Math.max(retryAfterMs, Math.round(wait * (1 - JITTER + 2 * JITTER * random)));
}
