import { expect, it } from 'vitest';
import { inTimeSlices } from './time-slices.js';

it('lets the event loop turn while there is work, and keeps the order', async () => {
  let turns = 0;
  let over = false;
  const count = (): void => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  const seen: number[] = [];
  for await (const item of inTimeSlices([1, 2, 3, 4])) {
    const begun = performance.now();
    while (performance.now() - begun < 25) Math.sqrt(item);
    seen.push(item);
  }
  over = true;
  expect(seen).toEqual([1, 2, 3, 4]);
  expect(turns).toBeGreaterThanOrEqual(4);
});
