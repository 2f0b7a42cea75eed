import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.js';

test('a link says whose e-mails it stops and which, and no other key proves it', () => {
  const [key, userId] = [randomBytes(32), randomUUID()];
  for (const what of ['digest', ['assigned'], ['mentioned', 'commented']] as const) {
    const token = unsubscribeToken(key, userId, what);
    const link = readUnsubscribeToken(token);
    expect([link?.userId, link?.what]).toEqual([userId, what]);
    expect(link?.isProvedBy(key)).toBe(true);
    expect(link?.isProvedBy(randomBytes(32))).toBe(false);
    for (const place of [0, 21, 22, 30, 43]) {
      const changed = token.slice(0, place) + (token[place] === 'A' ? 'B' : 'A') + token.slice(place + 1);
      expect(readUnsubscribeToken(changed)?.isProvedBy(key) ?? false).toBe(false);
    }
  }
  expect(readUnsubscribeToken('x')).toBeUndefined();
  expect(readUnsubscribeToken('!'.repeat(44))).toBeUndefined();
});
