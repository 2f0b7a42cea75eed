import { setImmediate as nextTurn } from 'node:timers/promises';

/** Longest work in one go: other requests are served between two of them. */
const SLICE_MS = 20;

/** Hands out items one by one and lets the event loop turn when their work took longer than a slice. */
export async function* inTimeSlices<T>(items: Iterable<T>): AsyncGenerator<T, void, void> {
  let begun = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - begun < SLICE_MS) continue;
    await nextTurn();
    begun = performance.now();
  }
}

/** Milliseconds of such work in this turn. There is one event loop in a process, so there is one of these. */
let spent = 0;

/**
 * Does synchronous work that can be long. When such work has taken a slice in this turn of the event loop, it waits for
 * the next one: of many requests that arrive together, each lets others through.
 */
export async function inTurn<T>(work: () => T): Promise<T> {
  while (spent >= SLICE_MS) await nextTurn();
  const begun = performance.now();
  try {
    return work();
  } finally {
    // Before those who wait: their turns are asked for later.
    if (spent === 0) setImmediate(() => (spent = 0));
    spent += performance.now() - begun;
  }
}
