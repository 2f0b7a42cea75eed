import { describe, expect, it } from 'vitest';
import { backoffMs } from './backoff.js';

describe('backoffMs', () => {
  it('doubles from a second up to five minutes', () => {
    expect([1, 2, 3, 4].map((attempt) => backoffMs(attempt, 1))).toEqual([1000, 2000, 4000, 8000]);
    expect(backoffMs(10, 1)).toBe(300_000);
    expect(backoffMs(1_000_000, 1)).toBe(300_000);
  });

  it('spreads over the upper half, so that jobs that failed together come back apart', () => {
    expect(backoffMs(3, 0)).toBe(2000);
    expect(backoffMs(3, 0.5)).toBe(3000);
  });
});
