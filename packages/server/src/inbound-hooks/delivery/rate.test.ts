import { expect, it } from 'vitest';
import { createRate } from './rate.js';

it('lets a burst through and then so many each second, for each key', () => {
  let now = 1000;
  const rate = createRate(100, 100, () => now);
  const taken = (key: string, times: number) =>
    Array.from({ length: times }, () => rate.take(key)).filter((w) => w === 0).length;
  expect(taken('a', 150)).toBe(100);
  expect(rate.take('a')).toBe(1);
  expect(taken('b', 1)).toBe(1);
  now += 500;
  expect(taken('a', 100)).toBe(50);
  now += 60_000;
  expect(taken('a', 150)).toBe(100);
});
