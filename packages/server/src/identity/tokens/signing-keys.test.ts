import { calculateJwkThumbprint } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigError } from '../../kernel/config.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { captureLog } from '../testing/captured-log.js';
import { createKeyEncryption } from './key-encryption.js';
import { createSigningKeys } from './signing-keys.js';

const DAY = 86_400_000;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const plain = createKeyEncryption([]);
const serverAt = (clock: { now: number }, log = captureLog(), encryption = plain) =>
  createSigningKeys({ db: database.db, encryption, log, now: () => clock.now });

test('[D10] the key set publishes what signs, and nothing private', async () => {
  const log = captureLog();
  const keys = serverAt({ now: Date.now() }, log);
  const { kid } = await keys.signing();
  const set = await keys.jwks();
  expect(set.keys).toEqual([
    { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid, x: expect.any(String), y: expect.any(String) },
  ]);
  expect(await calculateJwkThumbprint(set.keys[0] ?? {})).toBe(kid);
  expect(await keys.verifying(kid)).toBeDefined();
  const [row] = await database.db<{ secret: string }>`select private_jwk ->> 'd' as secret from signing_keys`;
  expect(row?.secret).toMatch(/^[\w-]{43}$/);
  expect(log.lines).toHaveLength(1);
  expect(log.lines.join()).not.toContain(row?.secret);
});

test('[D10] several servers that start at once make one key', async () => {
  const clock = { now: Date.now() };
  const kids = await Promise.all(Array.from({ length: 8 }, async () => (await serverAt(clock).signing()).kid));
  expect(new Set(kids).size).toBe(1);
  expect(await database.db`select from signing_keys`).toHaveLength(1);
});

test('[D10] the next key is published two days before it signs, by several servers at once only one', async () => {
  const clock = { now: Date.now() };
  const servers = Array.from({ length: 4 }, () => serverAt(clock));
  const [first] = await Promise.all(servers.map((server) => server.signing()));
  clock.now += 27 * DAY;
  await Promise.all(servers.map((server) => server.signing()));
  expect((await servers[0]?.jwks())?.keys).toHaveLength(1);
  clock.now += 1.5 * DAY;
  const still = await Promise.all(servers.map((server) => server.signing()));
  expect(new Set(still.map(({ kid }) => kid))).toEqual(new Set([first?.kid]));
  const published = await Promise.all(servers.map((server) => server.jwks()));
  expect(new Set(published.map(({ keys }) => JSON.stringify(keys))).size).toBe(1);
  expect(published[0]?.keys).toHaveLength(2);
  clock.now += 1.6 * DAY;
  const next = await Promise.all(servers.map((server) => server.signing()));
  expect(new Set(next.map(({ kid }) => kid)).size).toBe(1);
  expect(next[0]?.kid).not.toBe(first?.kid);
});

test('[D10] a key is published until the longest token it signed has expired, then it is gone', async () => {
  const clock = { now: Date.now() };
  const server = serverAt(clock);
  const { kid } = await server.signing();
  clock.now += 31 * DAY;
  expect(await server.verifying(kid)).toBeDefined();
  clock.now += 2 * DAY;
  expect(await server.verifying(kid)).toBeUndefined();
  const { keys } = await server.jwks();
  expect(keys.map((key) => key.kid)).not.toContain(kid);
});

test('a server learns of a key that another one made since it looked, but invented ids cost one query a second', async () => {
  const clock = { now: Date.now() };
  const one = serverAt(clock);
  await one.signing();
  clock.now += 28.5 * DAY;
  const two = serverAt(clock);
  await two.jwks();
  clock.now += 30_000;
  // Nobody has looked for long enough that the database is asked once, whatever is asked for next.
  let queries = 0;
  const counting = createSigningKeys({
    db: Object.assign((...args: Parameters<typeof database.db>) => {
      queries += 1;
      return database.db(...args);
    }, database.db) as typeof database.db,
    encryption: plain,
    log: captureLog(),
    now: () => clock.now,
  });
  const kids = (await one.jwks()).keys.map((key) => key.kid ?? '');
  expect(kids).toHaveLength(2);
  for (const kid of kids) expect(await counting.verifying(kid)).toBeDefined();
  for (let index = 0; index < 100; index += 1) expect(await counting.verifying(`invented ${index}`)).toBeUndefined();
  expect(queries).toBe(1);
  clock.now += 1000;
  for (let index = 0; index < 100; index += 1) expect(await counting.verifying(`invented ${index}`)).toBeUndefined();
  expect(queries).toBe(2);
});

describe('encryption at rest', () => {
  const [old, next, other] = [1, 2, 3].map((n) => Buffer.alloc(32, n).toString('base64'));
  const stored = async () =>
    (
      await database.db<{ text: string; d: string | null }>`
      select private_jwk::text as text, private_jwk ->> 'd' as d from signing_keys order by signs_until_ts`
    ).at(-1);
  const server = (...keys: readonly (string | undefined)[]) =>
    serverAt({ now: Date.now() }, captureLog(), createKeyEncryption(keys.filter((key) => key !== undefined)));

  test('keys that were plain are encrypted, keep their id and sign on; with the key, no other way', async () => {
    const { kid } = await serverAt({ now: Date.now() }).signing();
    const secret = (await stored())?.d;
    expect(secret).toMatch(/^[\w-]{43}$/);
    await server(old).encrypt();
    expect(await stored()).toEqual({ text: expect.stringContaining('A256GCM'), d: null });
    expect((await stored())?.text).not.toContain(secret);
    expect((await server(old).signing()).kid).toBe(kid);
    await expect(server().encrypt()).rejects.toThrow(/^MILLRACE_SECRET_KEY: is not set/);
    await expect(server().signing()).rejects.toThrow(ConfigError);
    await expect(server(other).encrypt()).rejects.toThrow(/holds key [0-9a-f]{8}, .* encrypted with key [0-9a-f]{8}/);
  });

  test('[D53] a server without the key that runs already goes on verifying tokens, and signs none', async () => {
    const { kid } = await server(old).signing();
    for (const without of [server(), server(other)]) {
      expect(await without.verifying(kid)).toBeDefined();
      expect((await without.jwks()).keys).toHaveLength(1);
      await expect(without.signing()).rejects.toThrow(ConfigError);
    }
  });

  test('a new key is encrypted from its first moment', async () => {
    await server(old).signing();
    expect((await stored())?.d).toBeNull();
  });

  test('rotation: the first key of the list encrypts, the others only decrypt', async () => {
    const { kid } = await server(old).signing();
    const before = await stored();
    await server(old, next).encrypt();
    expect(await stored()).toEqual(before);
    await Promise.all([server(next, old).encrypt(), server(next, old).encrypt()]);
    expect((await server(next).signing()).kid).toBe(kid);
    await expect(server(old).signing()).rejects.toThrow(ConfigError);
  });

  test('what was changed in the database, or moved to another row, is refused', async () => {
    await server(old).signing();
    await database.db`update signing_keys set id = 'another'`;
    await expect(server(old).encrypt()).rejects.toThrow('cannot be decrypted');
  });
});
