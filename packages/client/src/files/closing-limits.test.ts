import { expect, it } from 'vitest';
import { closingLimits } from './closing-limits.js';

const mebibyte = 1024 ** 2;
const limits = { timeoutMs: 30_000, totalTimeoutMs: 120_000, retries: 4 };

it.each([
  [1, 30_125, 150_625],
  [64 * mebibyte, 38_000, 190_000],
  [1024 * mebibyte, 158_000, 790_000],
  [5 * 1024 * mebibyte, 280_000, 3_350_000],
])('[D30] time for closing grows with the size: %i bytes', (size, timeoutMs, totalTimeoutMs) => {
  expect(closingLimits(size, { limits })).toEqual({ timeoutMs, totalTimeoutMs });
});

it('[D30] a longer time of the caller stays', () => {
  expect(closingLimits(1, { limits }, 400_000).timeoutMs).toBe(400_000);
});
