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
