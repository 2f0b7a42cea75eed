import { expect, test } from 'vitest';
import { findMatch, hashSecret, isOutdated, recipeBeside } from './secret-hash.js';

const outdated = { logN: 10, r: 8, p: 1, salt: Buffer.from('0123456789abcdef') };

test('[D11] a secret matches its own hash and no other', async () => {
  const hash = await hashSecret('demo-owner-secret', recipeBeside([]));
  const other = await hashSecret('other', recipeBeside([]));
  expect(hash).toMatch(/^scrypt\$15\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(hash).not.toContain('demo-owner-secret');
  expect(await findMatch('demo-owner-secret', [other, hash])).toBe(hash);
  expect(await findMatch('demo-owner-Secret', [other, hash])).toBeUndefined();
  expect(await findMatch('', [hash])).toBeUndefined();
});

test('[D11] equal secrets of two clients have different hashes', async () => {
  expect(await hashSecret('same', recipeBeside([]))).not.toBe(await hashSecret('same', recipeBeside([])));
});

test('[D11] secrets of one client share their salt, so that a wrong one costs one derivation', async () => {
  const first = await hashSecret('first', recipeBeside([]));
  const second = await hashSecret('second', recipeBeside([first]));
  expect(second.split('$')[4]).toBe(first.split('$')[4]);
  expect(second).not.toBe(first);
});

test('a hash of another cost verifies, is outdated, and does not pass its cost on', async () => {
  const old = await hashSecret('secret', outdated);
  expect(await findMatch('secret', [old])).toBe(old);
  expect(isOutdated(old)).toBe(true);
  const renewed = await hashSecret('secret', recipeBeside([old]));
  expect(isOutdated(renewed)).toBe(false);
});

test('a stored hash that is none, or whose cost is absurd, matches nothing and is not derived', async () => {
  const key = 'A'.repeat(43);
  const absurd = [`scrypt$40$8$1$AAAA$${key}`, `scrypt$15$99$1$AAAA$${key}`, `scrypt$0$8$1$AAAA$${key}`];
  for (const stored of ['', 'plain', 'scrypt$15$8$1$$', ...absurd]) {
    expect(await findMatch('secret', [stored]), stored).toBeUndefined();
  }
});
