import { expect, test } from 'vitest';
import { boundsWithin, costOf, defaultBounds } from './bounds.js';

test('the sources of one sub-project have what a request may look at, those of many share it', () => {
  const whole = 4 * costOf(defaultBounds);
  expect(boundsWithin(defaultBounds, whole / 4)).toEqual(defaultBounds);
  for (const parts of [5, 20, 80, 200]) {
    const each = boundsWithin(defaultBounds, whole / parts);
    expect(costOf(each) * parts).toBeLessThanOrEqual(whole);
    expect(Math.min(each.sample, each.budget)).toBeGreaterThanOrEqual(100);
  }
});
