import { describe, expect, it } from 'vitest';
import { ConnectionError, millraceError, TimeoutError } from '../errors/errors.js';
import { retryAfterMs } from '../errors/retry-after.js';
import { backoffMs, isRetryable, retryDelayMs } from './backoff.js';

const backoff = { baseMs: 100, maxMs: 1000 };
const answered = (status: number, id: number | undefined, retryAfter?: number) =>
  millraceError({
    operation: 'getProcess',
    status,
    id,
    code: undefined,
    detail: '',
    errors: [],
    traceId: '',
    retryAfterMs: retryAfter,
  });

describe('backoff', () => {
  it('doubles the bound with every failure up to the longest wait, with full jitter below it', () => {
    expect([0, 1, 2, 3, 4, 60, 2000].map((failures) => backoffMs(backoff, failures, 0.999_999))).toEqual([
      99, 199, 399, 799, 999, 999, 999,
    ]);
    expect(backoffMs(backoff, 10, 0)).toBe(0);
    expect(backoffMs(backoff, 10, 0.5)).toBe(500);
  });

  it('never waits less than Retry-After asked for', () => {
    expect(retryDelayMs(answered(429, 1003, 3000), backoff, 0, 0)).toBe(3000);
    expect(retryDelayMs(answered(429, 1003, 3000), backoff, 0, 0.5)).toBe(3050);
    expect(retryDelayMs(answered(503, 1010), backoff, 0, 0.5)).toBe(50);
  });

  it.each([
    [answered(429, 1003), true],
    [answered(503, 1010), true],
    [answered(502, 1709), true],
    [answered(502, undefined), true],
    [answered(504, undefined), true],
    [new ConnectionError('getProcess', '', 'reset'), true],
    [new TimeoutError('getProcess', '', 'slow'), true],
    [answered(500, 1000), false],
    [answered(400, 1709), false],
    [answered(401, 1001), false],
    [answered(409, 1009), false],
    [new TypeError('a mistake of ours'), false],
  ])('repeats after what may pass, and only that: %s %s', (error, expected) => {
    expect(isRetryable(error)).toBe(expected);
  });
});

it.each([
  [null, null, undefined],
  ['2', null, 2000],
  ['0', null, 0],
  ['Sat, 21 Nov 2026 00:00:10 GMT', null, 10_000],
  ['Fri, 20 Nov 2026 00:00:00 GMT', null, 0],
  ['Sat, 21 Nov 2026 07:00:10 GMT', 'Sat, 21 Nov 2026 07:00:00 GMT', 10_000],
  ['Fri, 20 Nov 2026 07:00:10 GMT', 'Fri, 20 Nov 2026 07:00:00 GMT', 10_000],
  ['Sat, 21 Nov 2026 00:00:10 GMT', 'never', 10_000],
  ['soon', null, undefined],
])('[RFC 9110, 10.2.3] Retry-After: %s, Date: %s', (field, sent, expected) => {
  expect(retryAfterMs(field, sent, Date.parse('2026-11-21T00:00:00Z'))).toBe(expected);
});
