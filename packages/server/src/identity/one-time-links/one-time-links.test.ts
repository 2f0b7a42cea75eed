import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { transaction } from '../../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { forgetLinks, type LinkPurpose, revokeLinks } from '../records/joining/one-time-link-queries.js';
import { createLink, issueToken, lookAtLink, takeLink } from './one-time-links.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const inTransaction: typeof transaction = (_db, work) => transaction(database.db, work);

async function link(purpose: LinkPurpose = 'invitation', livesMs = 60_000, subject = newId()) {
  return inTransaction(database.db, async (tx) => {
    const id = await createLink(tx, {
      purpose,
      subject,
      data: { email: 'a@example.com' },
      expiresTs: new Date(Date.now() + livesMs),
    });
    return { id, subject, token: await issueToken(tx, id) };
  });
}
const take = (token: string, purpose: LinkPurpose = 'invitation') =>
  inTransaction(database.db, (tx) => takeLink(tx, token, purpose));

test('of 20 requests at once one uses the link', async () => {
  const { id, token, subject } = await link();
  const taken = await Promise.all(Array.from({ length: 20 }, () => take(token)));
  expect(taken.filter((one) => one !== undefined)).toMatchObject([{ id, subject, data: { email: 'a@example.com' } }]);
});

test('looking at a link, as mail scanners do, changes nothing', async () => {
  const { id, token } = await link();
  for (let round = 0; round < 3; round += 1)
    expect(await lookAtLink(database.db, token)).toMatchObject({ id, state: 'open' });
  expect(await take(token)).toMatchObject({ id });
  expect(await lookAtLink(database.db, token)).toMatchObject({ state: 'used' });
  expect(await take(token)).toBeUndefined();
});

test('a link of another purpose, a revoked, an expired and an unknown one cannot be used', async () => {
  const reset = await link('password-reset');
  expect(await take(reset.token, 'invitation')).toBeUndefined();
  const revoked = await link();
  expect(await inTransaction(database.db, (tx) => revokeLinks(tx, 'invitation', revoked.subject))).toBe(1);
  expect(await lookAtLink(database.db, revoked.token)).toMatchObject({ state: 'revoked' });
  expect(await take(revoked.token)).toBeUndefined();
  const expired = await link('invitation', -1);
  expect(await lookAtLink(database.db, expired.token)).toMatchObject({ state: 'expired' });
  expect(await take(expired.token)).toBeUndefined();
  expect(await lookAtLink(database.db, 'A'.repeat(43))).toBeUndefined();
  expect(await take('A'.repeat(43))).toBeUndefined();
  expect(await take(reset.token, 'password-reset')).toMatchObject({ id: reset.id });
});

test('a use that is rolled back leaves the link open', async () => {
  const { token } = await link();
  const failed = inTransaction(database.db, async (tx) => {
    await takeLink(tx, token, 'invitation');
    throw new Error('the rest failed');
  });
  await expect(failed).rejects.toThrow('the rest failed');
  expect(await take(token)).toBeDefined();
});

test('every secret of a link works until one is used; none is in the database', async () => {
  const { id, token } = await link();
  const second = await inTransaction(database.db, (tx) => issueToken(tx, id));
  const rows = await database.db<{ row: string }>`
    select one_time_links::text || one_time_link_tokens::text as row
    from one_time_links join one_time_link_tokens on link_id = id where id = ${id}`;
  expect(rows).toHaveLength(2);
  for (const secret of [token, second]) {
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(rows.some(({ row }) => row.includes(secret))).toBe(false);
    expect(await lookAtLink(database.db, secret)).toMatchObject({ state: 'open' });
  }
  await take(second);
  expect(await take(token)).toBeUndefined();
});

test('links that ended by time a month ago are forgotten, with their secrets', async () => {
  const old = await link();
  const kept = await link();
  await database.db`update one_time_links set expires_ts = now() - interval '31 days' where id = ${old.id}`;
  await forgetLinks(database.db);
  expect(await lookAtLink(database.db, old.token)).toBeUndefined();
  expect(await lookAtLink(database.db, kept.token)).toMatchObject({ state: 'open' });
});
