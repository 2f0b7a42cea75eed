import { expect, test } from 'vitest';
import { durationText } from './duration.js';

test.each([
  [null, ''],
  [0, '0 s'],
  [59, '59 s'],
  [60, '1 min'],
  [3599, '59 min'],
  [3660, '1 h 1 min'],
  [86_400, '1 d'],
  [187_000, '2 d 3 h'],
])('%j is %j', (seconds, text) => {
  expect(durationText(seconds)).toBe(text);
});
