import { expect, test } from 'vitest';
import { newClientId } from './client-id.js';
import { createHashSlots, createSecrets, newSecret } from './secrets.js';

test('[D11] generated secrets carry 256 random bits and generated ids are URL-safe', () => {
  const secrets = new Set(Array.from({ length: 100 }, newSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^mrs_[\w-]{43}$/);
  expect(newClientId()).toMatch(/^mrc_[\w-]{16}$/);
});

test('a match is recalled for that secret and hash only', async () => {
  const secrets = createSecrets();
  const hash = await secrets.hash('secret');
  expect(secrets.recall('secret', [hash])).toBeUndefined();
  expect(await secrets.check('secret', [hash])).toBe(hash);
  expect(secrets.recall('secret', ['other', hash])).toBe(hash);
  expect(secrets.recall('wrong', [hash])).toBeUndefined();
  expect(secrets.recall('secret', [])).toBeUndefined();
  expect(createSecrets().recall('secret', [hash])).toBeUndefined();
});

test('a wrong secret is never recalled', async () => {
  const secrets = createSecrets();
  const hash = await secrets.hash('secret');
  expect(await secrets.check('wrong', [hash])).toBeUndefined();
  expect(secrets.recall('wrong', [hash])).toBeUndefined();
});

test('[D11] an unknown client costs what a wrong secret costs, also while secrets overlap', { retry: 2 }, async () => {
  const secrets = createSecrets({ slots: createHashSlots({ concurrency: 1 }) });
  const first = await secrets.hash('first');
  const cases = { unknown: [], overlapping: [first, await secrets.hash('second', [first])] };
  const best = { unknown: Number.POSITIVE_INFINITY, overlapping: Number.POSITIVE_INFINITY };
  // In turns, and the best of each, so that a busy machine disturbs both alike.
  for (let index = 0; index < 4; index += 1) {
    for (const name of ['unknown', 'overlapping'] as const) {
      const started = performance.now();
      await secrets.check(`wrong ${index}`, cases[name]);
      best[name] = Math.min(best[name], performance.now() - started);
    }
  }
  // One derivation more or less would be a factor of two, none at all a factor of thousands.
  expect(best.overlapping / best.unknown).toBeGreaterThan(0.6);
  expect(best.overlapping / best.unknown).toBeLessThan(1.6);
});

test('more checks than may wait are refused with 1003, the others are all done', async () => {
  const secrets = createSecrets({ slots: createHashSlots({ concurrency: 1, waiting: 2 }) });
  const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((secret) => secrets.check(secret, [])));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const { reason } of refused) expect(reason).toMatchObject({ id: 1003, retryAfter: 5 });
});

test('equal checks at the same time are one', async () => {
  const secrets = createSecrets({ slots: createHashSlots({ concurrency: 1, waiting: 0 }) });
  const hash = await secrets.hash('secret');
  const results = await Promise.all(Array.from({ length: 50 }, () => secrets.check('secret', [hash])));
  expect(new Set(results)).toEqual(new Set([hash]));
});

test('only an outdated hash is upgraded', async () => {
  const secrets = createSecrets();
  expect(await secrets.upgrade('secret', await secrets.hash('secret'))).toBeUndefined();
  const better = await secrets.upgrade('secret', `scrypt$10$8$1$AAAA$${'A'.repeat(43)}`);
  expect(await secrets.check('secret', [better ?? ''])).toBe(better);
});
