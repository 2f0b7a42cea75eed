import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Asks until the answer is as wanted.
 *
 * @param within milliseconds
 * @returns the first answer that is as wanted, or the last one after the time is up, for the test to judge
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  wanted: (answer: T) => boolean,
  within = 10_000,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (wanted(answer) || Date.now() > end) return answer;
    await sleep(50);
  }
}
