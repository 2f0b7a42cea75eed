import { calculateJwkThumbprint } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { createSigningKeys } from './signing-keys.js';
import { captureLog } from './testing/captured-log.js';

const DAY = 86_400_000;
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const serverAt = (clock: { now: number }, log = captureLog()) =>
  createSigningKeys({ db: database.db, log, now: () => clock.now });

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
