import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { transaction } from '../../postgres/database.js';
import { type TestBrowser, testBrowser, testCaller } from '../../testing/test-caller.js';
import type { TestDatabase } from '../../testing/test-database.js';
import type { Identity } from '../identity.js';
import { forgetEndedSessions } from '../records/session-queries.js';
import { createPeople, PASSWORD, type People } from '../testing/people.js';
import { reauthenticateSession } from './open-session.js';
import { SESSIONS_PER_USER, sessionsAlive } from './session-limits.js';

const HOUR_MS = 3_600_000;

let people: People;
let database: TestDatabase;
let identity: Identity;

beforeAll(async () => {
  people = await createPeople();
  ({ database, identity } = people);
});
afterAll(() => database.drop());

const newPerson = () => people.newPerson();
const signIn: People['signIn'] = (...given) => people.signIn(...given);
const who: People['who'] = (browser) => people.who(browser);
const auditOf: People['auditOf'] = (userId) => people.auditOf(userId);
const secretOf = (browser: TestBrowser): string => browser.cookie?.secret ?? 'none';

describe('signing in with a password', () => {
  test('opens a session that stands for the person, whatever the case of the address', async () => {
    const { userId, email } = await newPerson();
    const browser = testBrowser();
    const answer = await signIn(browser, email.toUpperCase());
    expect(answer).toMatchObject({ status: 'signedIn', userId, session: { method: 'password', amr: ['pwd'] } });
    expect(await who(browser)).toMatchObject({
      principal: { kind: 'user', userId, clientId: undefined, scopes: [] },
      credential: 'session',
      authenticatedAt: people.now(),
      sessionId: answer.session?.id,
    });
    expect(await auditOf(userId)).toEqual(['user.create', 'user.signIn']);
  });

  test('stores only hashes', async () => {
    const { userId, email } = await newPerson();
    const browser = testBrowser();
    await signIn(browser, email);
    const [row] = await database.db<{ text: string }>`
      select (select row_to_json(s)::text from sessions s where s.user_id = ${userId})
        || (select row_to_json(p)::text from passwords p where p.user_id = ${userId}) as text`;
    expect(row?.text).not.toContain(secretOf(browser));
    expect(row?.text).not.toContain(PASSWORD);
    expect(row?.text).toContain('$argon2id$');
  });

  test('refuses a wrong password, an unknown person, a disabled one and one without a password alike', async () => {
    const { email } = await newPerson();
    const disabled = await newPerson();
    await identity.seeding.upsertUser({ name: 'Off', email: disabled.email, kind: 'person', disabled: true });
    await identity.seeding.upsertUser({ name: 'None', email: 'none@example.com', kind: 'person' });
    const attempts = [
      signIn(testBrowser('192.0.2.1'), email, { password: 'wrong horse battery staple' }),
      signIn(testBrowser('192.0.2.2'), 'unknown@example.com'),
      signIn(testBrowser('192.0.2.3'), disabled.email),
      signIn(testBrowser('192.0.2.4'), 'none@example.com'),
    ];
    const errors = await Promise.all(attempts.map((one) => one.catch((error: unknown) => error)));
    expect(errors.map((error) => ({ ...(error as object) }))).toEqual(errors.map(() => ({ ...(errors[0] as object) })));
    expect(errors[0]).toMatchObject({ id: 1016, status: 401 });
  });

  test('tells the audit log of one failure a minute for each name and network, never what was typed', async () => {
    const { userId, email } = await newPerson();
    for (const attempt of ['first wrong one', 'second wrong one']) {
      await expect(signIn(testBrowser('192.0.2.8'), email, { password: attempt })).rejects.toMatchObject({ id: 1016 });
    }
    expect((await auditOf(userId)).filter((action) => action === 'user.signInFailed')).toHaveLength(1);
    await expect(signIn(testBrowser('192.0.2.9'), 'My-Password-Typed@here')).rejects.toMatchObject({ id: 1016 });
    const [row] = await database.db<{ text: string }>`
      select string_agg(row_to_json(a)::text, '') as text from audit_log a where subject_id = 'unknown'`;
    expect(row?.text).toContain('192.0.2.9');
    expect(row?.text).not.toMatch(/typed/i);
  });

  test('is limited for each person and network', async () => {
    const { email } = await newPerson();
    const browser = testBrowser('192.0.2.20');
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(signIn(browser, email, { password: 'wrong password' })).rejects.toMatchObject({ id: 1016 });
    }
    await expect(signIn(browser, email)).rejects.toMatchObject({ id: 1003 });
    // From elsewhere the person is limited too: an attacker may have many addresses.
    await expect(signIn(testBrowser('192.0.2.21'), email)).rejects.toMatchObject({ id: 1003 });
  });

  test('is limited also when guesses come all at once, from many networks', async () => {
    const { email } = await newPerson();
    const guesses = Array.from({ length: 40 }, (_, index) =>
      signIn(testBrowser(`2001:db8:0:${index}::1`), email, { password: `wrong password ${index}` }),
    );
    const ids = (await Promise.allSettled(guesses)).map((one) => (one.status === 'rejected' ? one.reason.id : 'in'));
    expect(new Set(ids)).toEqual(new Set([1003, 1016]));
    // The bound, and at most one less than the turns (three) on top.
    expect(ids.filter((id) => id === 1016).length).toBeLessThanOrEqual(7);
  });

  test('[D146] guesses from anywhere do not lock out a person in a browser that signed in before, at any network', async () => {
    const { email } = await newPerson();
    const own = testBrowser('192.0.2.40');
    await signIn(own, email);
    const other = await newPerson();
    const ofOther = testBrowser('192.0.2.41');
    await signIn(ofOther, other.email);
    const lock = async (network: number) => {
      for (let failure = 0; failure < 5; failure += 1) {
        const stranger = testBrowser(`198.51.100.${network}`);
        await signIn(stranger, email, { password: 'wrong password' }).catch(() => undefined);
      }
    };
    const travelling = ({ device }: Pick<TestBrowser, 'device'>): TestBrowser => {
      const browser = testBrowser('203.0.113.9');
      browser.device = device;
      return browser;
    };
    await lock(1);
    await expect(signIn(testBrowser('203.0.113.9'), email)).rejects.toMatchObject({ id: 1003 });
    // The browser of somebody else, or an invented secret, is that of a stranger.
    await expect(signIn(travelling(ofOther), email)).rejects.toMatchObject({ id: 1003 });
    const invented = { device: { secret: 'A'.repeat(43), expiresAt: undefined } };
    await expect(signIn(travelling(invented), email)).rejects.toMatchObject({ id: 1003 });
    expect((await signIn(travelling(own), email)).userId).toBeDefined();
    // Whoever has the browser guesses no more often than from a network, and locks nobody else.
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(signIn(travelling(own), email, { password: 'wrong password' })).rejects.toMatchObject({ id: 1016 });
    }
    await expect(signIn(travelling(own), email)).rejects.toMatchObject({ id: 1003 });
    await database.db`update sign_in_failures set window_ts = window_ts - interval '61 seconds'`;
    await lock(2);
    // The network is known by now, too.
    await database.db`delete from sign_in_trust`;
    await database.db`update sign_in_devices set seen_ts = seen_ts - interval '91 days'`;
    await expect(signIn(travelling(own), email)).rejects.toMatchObject({ id: 1003 });
  });

  test('gives the browser a new session and ends the one it had, which may have been planted', async () => {
    const { email } = await newPerson();
    const browser = testBrowser();
    await signIn(browser, email);
    const before = secretOf(browser);
    await signIn(browser, email);
    expect(secretOf(browser)).not.toBe(before);
    await expect(identity.authentication.session(before)).rejects.toMatchObject({ id: 1001 });
  });

  test('keeps the sessions that were used last when a person has too many', async () => {
    const { userId, email } = await newPerson();
    const first = testBrowser();
    await signIn(first, email);
    people.pass(1000);
    await Promise.all(Array.from({ length: SESSIONS_PER_USER }, () => signIn(testBrowser(), email)));
    people.pass(2000);
    await expect(who(first)).rejects.toMatchObject({ id: 1001 });
    const [row] = await database.db<{ total: number }>`
      select count(*) as total from sessions where user_id = ${userId}`;
    expect(row?.total).toBe(SESSIONS_PER_USER);
  });
});

describe('a session ends', () => {
  test('12 hours after its last use, which use moves', async () => {
    const { email } = await newPerson();
    const browser = testBrowser();
    await signIn(browser, email, { remember: true });
    people.pass(11 * HOUR_MS);
    await who(browser);
    people.pass(11 * HOUR_MS);
    await who(browser);
    people.pass(12 * HOUR_MS);
    await expect(who(browser)).rejects.toMatchObject({ id: 1001 });
  });

  test('14 days after the sign-in at the latest, and after 12 hours where the browser does not keep it', async () => {
    const { email } = await newPerson();
    const [kept, closed] = [testBrowser(), testBrowser()];
    await signIn(kept, email, { remember: true });
    await signIn(closed, email);
    expect(kept.cookie?.expiresAt?.getTime()).toBe(people.now() + 14 * 24 * HOUR_MS);
    expect(closed.cookie?.expiresAt).toBeUndefined();
    for (let halfDay = 1; halfDay < 30; halfDay += 1) {
      people.pass(11 * HOUR_MS);
      await who(kept);
      if (halfDay === 2) await expect(who(closed)).rejects.toMatchObject({ id: 1001 });
      else if (halfDay < 2) await who(closed);
    }
    people.pass(18 * HOUR_MS);
    await expect(who(kept)).rejects.toMatchObject({ id: 1001 });
  });

  test('when its person signs out, on this device or on all', async () => {
    const { userId, email } = await newPerson();
    const [here, there, third] = [testBrowser(), testBrowser(), testBrowser()];
    for (const browser of [here, there, third]) await signIn(browser, email);
    const secrets = [here, there, third].map(secretOf);
    await identity.useCases.signOut(here.publicCaller(database.db), {});
    expect(here.cookie).toBeUndefined();
    people.pass(2000);
    await expect(identity.authentication.session(secrets[0] ?? '')).rejects.toMatchObject({ id: 1001 });
    await who(there);
    await identity.useCases.signOut(there.publicCaller(database.db), { everywhere: true });
    people.pass(2000);
    for (const secret of secrets)
      await expect(identity.authentication.session(secret)).rejects.toMatchObject({ id: 1001 });
    expect((await auditOf(userId)).filter((action) => action === 'user.signOut')).toHaveLength(2);
    // Without a session the answer is the same.
    expect(await identity.useCases.signOut(here.publicCaller(database.db), {})).toMatchObject({ status: 'signedOut' });
  });

  test('within two seconds of disabling its user, on every server', async () => {
    const { userId, email } = await newPerson();
    const browser = testBrowser();
    await signIn(browser, email);
    const { check } = await who(browser);
    const administrator = testCaller(database.db, { administrator: true });
    await identity.useCases.updateUser(administrator, { userId, disabled: true });
    people.pass(2000);
    await expect(who(browser)).rejects.toMatchObject({ id: 1001 });
    await expect(check()).rejects.toMatchObject({ id: 1001 });
  });

  test('and its row goes with maintenance', async () => {
    const { userId, email } = await newPerson();
    await signIn(testBrowser(), email);
    await forgetEndedSessions(database.db, sessionsAlive(people.now()));
    const count = async () => {
      const [row] = await database.db<{ total: number }>`
        select count(*) as total from sessions where user_id = ${userId}`;
      return row?.total;
    };
    expect(await count()).toBe(1);
    people.pass(13 * HOUR_MS);
    await forgetEndedSessions(database.db, sessionsAlive(people.now()));
    expect(await count()).toBe(0);
  });
});

test('a second proof gives a session another secret and a new time of authentication', async () => {
  const { email } = await newPerson();
  const browser = testBrowser();
  const { session } = await signIn(browser, email);
  const before = secretOf(browser);
  people.pass(HOUR_MS);
  const renewed = await transaction(database.db, (tx) =>
    reauthenticateSession(tx, session?.id ?? '', { amr: ['pwd', 'otp'], now: people.now() }),
  );
  expect(await identity.authentication.session(renewed?.secret ?? '')).toMatchObject({
    sessionId: session?.id,
    amr: ['pwd', 'otp'],
    authenticatedAt: people.now(),
  });
  people.pass(2000);
  await expect(identity.authentication.session(before)).rejects.toMatchObject({ id: 1001 });
});

test('an answer that goes on does not keep its session alive', async () => {
  const { email } = await newPerson();
  const browser = testBrowser();
  await signIn(browser, email, { remember: true });
  const { check } = await who(browser);
  people.pass(11 * HOUR_MS);
  await check();
  people.pass(HOUR_MS);
  await expect(check()).rejects.toMatchObject({ id: 1001 });
});
