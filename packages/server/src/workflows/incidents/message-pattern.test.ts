import { expect, test } from 'vitest';
import { messagePattern } from './message-pattern.js';

test.each([
  ['https://erp.example.com/bookings/4711 answered 503.', 'https://erp.example.com/bookings/<number> answered 503.'],
  ['The run 01971f2e-6c00-7a11-8000-0000000000c1 is gone', 'The run <id> is gone'],
  ['no answer within 250 ms', 'no answer within <number> ms'],
  ['no answer within 30000 ms', 'no answer within <number> ms'],
  ['due 2026-01-31T09:30:00.000Z, now 2026-02-01', 'due <time>, now <time>'],
  ['amount 12,500.75 is above the limit of 99', 'amount <number> is above the limit of <number>'],
  ['GET https://x.example/a?token=secret&b=1 answered 404', 'GET https://x.example/a answered 404'],
  ['commit 9f6ceb4a51b2c3d4e5f6 is defaced', 'commit <id> is defaced'],
  ['404 and 503 differ', '404 and 503 differ'],
  ['  several\n\tlines ', 'several lines'],
])('%s', (message, pattern) => {
  expect(messagePattern(message)).toBe(pattern);
});

test('patterns are short, also of messages that are not, and take linear time', () => {
  const begun = performance.now();
  expect(messagePattern('1?a=b'.repeat(1_000_000)).length).toBeLessThan(300);
  expect(messagePattern('word '.repeat(1_000_000))).toHaveLength(300);
  expect(messagePattern('a'.repeat(1_000_000)).length).toBe(300);
  expect(performance.now() - begun).toBeLessThan(200);
});
