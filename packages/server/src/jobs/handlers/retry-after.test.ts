import { expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.js';

const now = Date.parse('2026-01-01T00:00:00Z');

it.each([
  [undefined, undefined],
  ['', undefined],
  ['soon', undefined],
  ['30', 30_000],
  ['0', 1000],
  ['99999999999999', 86_400_000],
  ['Thu, 01 Jan 2026 00:01:00 GMT', 60_000],
  ['Wed, 31 Dec 2025 00:00:00 GMT', 1000],
])('[RFC 9110, 10.2.3] Retry-After: %s', (field, expected) => {
  expect(retryAfterMs(field, now)).toBe(expected);
});
