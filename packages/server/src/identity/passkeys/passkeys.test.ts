import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { testBrowser, testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity, type Identity } from '../identity.js';
import { forgetChallenges } from '../records/factors/challenge-queries.js';
import { type Authenticator, createAuthenticator, type Misbehaviour } from '../testing/authenticator.js';
import { captureLog } from '../testing/captured-log.js';
import { lowCost, lowPasswordCost } from '../testing/low-cost.js';
import { createTestPerson, isKnownIn, PASSWORD, type TestPerson } from '../testing/person.js';

const MINUTE_MS = 60_000;
const origin = 'https://millrace.example';

let database: TestDatabase;
let identity: Identity;
let elsewhere: Identity;
let clock = Date.parse('2026-03-01T10:00:00Z');
const log = captureLog();

beforeAll(async () => {
  database = await createTestDatabase();
  const options = {
    db: database.db,
    tokenSeconds: 60,
    signInAttemptsPerMinute: 20,
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    log,
    now: () => clock,
  };
  identity = createIdentity({ ...options, issuer: origin });
  elsewhere = createIdentity({ ...options, issuer: 'http://127.0.0.1:8080' });
});
afterAll(() => database.drop());

const newPerson = async (): Promise<TestPerson> => {
  const person = await createTestPerson(database, identity, () => clock);
  await person.signIn();
  return person;
};
const administrator = () => testCaller(database.db, { administrator: true });

async function register(person: TestPerson, options: { readonly name?: string; readonly wrong?: Misbehaviour } = {}) {
  const authenticator = createAuthenticator(origin);
  const { publicKey } = await identity.useCases.startPasskeyRegistration(await person.caller(), {});
  const passkey = authenticator.create(publicKey as never, options.wrong);
  const request = { name: options.name ?? 'Key', passkey };
  return {
    authenticator,
    request,
    answer: await identity.useCases.finishPasskeyRegistration(await person.caller(), request),
  };
}

const start = (browser = testBrowser()) => identity.useCases.startPasskeySignIn(browser.publicCaller(database.db), {});
const finish = (passkey: object, browser = testBrowser()) =>
  identity.useCases.finishPasskeySignIn(browser.publicCaller(database.db), { passkey });
const signIn = async (authenticator: Authenticator, wrong: Misbehaviour = {}, browser = testBrowser()) =>
  finish(authenticator.get((await start()).publicKey as never, wrong), browser);
const refused = { id: 1016, status: 401 };

describe('a passkey', () => {
  test('signs in without a name, a password and a second step', async () => {
    const person = await newPerson();
    const { authenticator, answer } = await register(person, { name: ' Laptop ' });
    expect(answer).toMatchObject({ passkey: { name: 'Laptop', synced: false, usedTs: null } });
    expect(answer.recoveryCodes).toHaveLength(10);
    await person.addTotp();
    clock += MINUTE_MS;
    const browser = testBrowser();
    expect(await isKnownIn(database, browser, person.email)).toBe(false);
    expect(await signIn(authenticator, {}, browser)).toMatchObject({
      status: 'signedIn',
      userId: person.userId,
      session: { method: 'passkey', amr: ['hwk', 'user', 'mfa'] },
    });
    expect(await identity.authentication.session(browser.cookie?.secret ?? '')).toMatchObject({
      principal: { userId: person.userId },
    });
    expect(await isKnownIn(database, browser, person.email)).toBe(true);
    const { passkeys } = await identity.useCases.getFactors(administrator(), { userId: person.userId });
    expect(passkeys).toMatchObject([{ id: authenticator.id, usedTs: new Date(clock).toISOString() }]);
    expect(JSON.stringify(passkeys)).not.toContain('publicKey');
  });

  test('refuses a challenge that was answered, is of a registration, too old, or of nobody', async () => {
    const person = await newPerson();
    const { authenticator } = await register(person);
    const { publicKey } = await start();
    const answer = authenticator.get(publicKey as never);
    await finish(answer);
    await expect(finish(answer)).rejects.toMatchObject(refused);
    const registration = await identity.useCases.startPasskeyRegistration(await person.caller(), {});
    const { challenge } = registration.publicKey as { challenge: string };
    await expect(finish(authenticator.get({ challenge, rpId: 'millrace.example' }))).rejects.toMatchObject(refused);
    const late = authenticator.get((await start()).publicKey as never);
    clock += 5 * MINUTE_MS;
    await expect(finish(late)).rejects.toMatchObject(refused);
    await expect(finish({})).rejects.toMatchObject(refused);
  });

  test('of two answers to one challenge at the same time one signs in', async () => {
    const { authenticator } = await register(await newPerson());
    const { publicKey } = await start();
    const answers = [authenticator.get(publicKey as never), authenticator.get(publicKey as never)];
    const results = await Promise.allSettled(answers.map((answer) => finish(answer)));
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test.each<[string, Misbehaviour]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['no user verification', { userVerified: false }],
    ['a replayed counter', { counter: 1 }],
    ['a foreign key', { foreignKey: true }],
  ])('refuses %s, says no more than that, and uses the challenge up', async (_name, wrong) => {
    const { authenticator } = await register(await newPerson());
    const { publicKey } = await start();
    await expect(finish(authenticator.get(publicKey as never, wrong))).rejects.toMatchObject(refused);
    await expect(finish(authenticator.get(publicKey as never))).rejects.toMatchObject(refused);
    await signIn(authenticator);
  });

  test('of a disabled person, and one that was removed, signs nobody in', async () => {
    const person = await newPerson();
    const { authenticator } = await register(person);
    await identity.useCases.updateUser(administrator(), { userId: person.userId, disabled: true });
    await expect(signIn(authenticator)).rejects.toMatchObject(refused);
    await identity.useCases.updateUser(administrator(), { userId: person.userId, disabled: false });
    await identity.useCases.removeFactors(administrator(), { userId: person.userId });
    await expect(signIn(authenticator)).rejects.toMatchObject(refused);
  });

  test('is added by the person who asked, once, and not without user verification', async () => {
    const [ann, ben] = [await newPerson(), await newPerson()];
    const { publicKey } = await identity.useCases.startPasskeyRegistration(await ann.caller(), {});
    const passkey = createAuthenticator(origin).create(publicKey as never);
    const add = async (person: TestPerson) =>
      identity.useCases.finishPasskeyRegistration(await person.caller(), { name: 'Key', passkey });
    await expect(add(ben)).rejects.toMatchObject(refused);
    await add(ann);
    await expect(add(ann)).rejects.toMatchObject(refused);
    await expect(register(ann, { wrong: { userVerified: false } })).rejects.toMatchObject(refused);
    const { authenticator } = await register(ann);
    const again = await identity.useCases.startPasskeyRegistration(await ben.caller(), {});
    const stolen = { name: 'Key', passkey: authenticator.create(again.publicKey as never) };
    const attempt = identity.useCases.finishPasskeyRegistration(await ben.caller(), stolen);
    await expect(attempt).rejects.toMatchObject({ id: 1009 });
  });

  test('is one of ten at most', async () => {
    const person = await newPerson();
    for (let index = 0; index < 10; index += 1) await register(person, { name: `Key ${index}` });
    await expect(register(person)).rejects.toMatchObject({ id: 1009 });
  });

  test('is renamed and removed by its person only, and never as the last way to sign in', async () => {
    const [ann, ben] = [await newPerson(), await newPerson()];
    const { authenticator } = await register(ann);
    const passkeyId = authenticator.id;
    const { renamePasskey, removePasskey } = identity.useCases;
    const named = await renamePasskey(await ann.caller(), { passkeyId, name: 'Old key' });
    expect(named.passkey.name).toBe('Old key');
    for (const name of ['', '  ', 'x'.repeat(101)]) {
      await expect(renamePasskey(await ann.caller(), { passkeyId, name })).rejects.toMatchObject({ id: 1200 });
    }
    await expect(renamePasskey(await ben.caller(), { passkeyId, name: 'Mine' })).rejects.toMatchObject({ status: 404 });
    await expect(removePasskey(await ben.caller(), { passkeyId })).rejects.toMatchObject({ status: 404 });
    await database.db`delete from passwords where user_id = ${ann.userId}`;
    await expect(removePasskey(await ann.caller(), { passkeyId })).rejects.toMatchObject({ id: 1009 });
    await register(ann);
    await removePasskey(await ann.caller(), { passkeyId });
    await expect(signIn(authenticator)).rejects.toMatchObject(refused);
    const rows = await database.db<{ action: string }>`
      select action from audit_log where subject_id = ${ann.userId} and action like '%asskey' order by created_ts, id`;
    expect(rows.map(({ action }) => action)).toEqual([
      'user.addPasskey',
      'user.renamePasskey',
      'user.addPasskey',
      'user.removePasskey',
    ]);
  });
});

describe('step-up', () => {
  const stepUp = async (person: TestPerson, request: Parameters<Identity['useCases']['stepUp']>[1]) =>
    identity.useCases.stepUp(await person.caller(), request);

  test('renews the time of the sign-in by password or passkey, and gives the session another secret', async () => {
    const person = await newPerson();
    const { authenticator } = await register(person);
    const proofs = [
      async () => ({ password: PASSWORD }),
      async () => ({ passkey: authenticator.get((await start()).publicKey as never) }),
    ];
    for (const proof of proofs) {
      clock += 20 * MINUTE_MS;
      const before = person.browser.cookie?.secret;
      const { session } = await stepUp(person, await proof());
      expect(session.authenticatedTs).toBe(new Date(clock).toISOString());
      expect(person.browser.cookie?.secret).not.toBe(before);
    }
    expect((await (await person.caller()).signIn?.amr)?.toSorted()).toEqual(['hwk', 'mfa', 'pwd', 'user']);
  });

  test('refuses a wrong password and the passkey of somebody else; the session goes on', async () => {
    const [ann, ben] = [await newPerson(), await newPerson()];
    const { authenticator } = await register(ben);
    const before = ann.browser.cookie?.secret;
    await expect(stepUp(ann, { password: 'wrong' })).rejects.toMatchObject(refused);
    await expect(stepUp(ann, { code: '123456' })).rejects.toMatchObject(refused);
    await expect(stepUp(ann, { recoveryCode: '0000-0000-0000-0000' })).rejects.toMatchObject(refused);
    const passkey = authenticator.get((await start()).publicKey as never);
    await expect(stepUp(ann, { passkey })).rejects.toMatchObject(refused);
    await expect(stepUp(ann, {})).rejects.toMatchObject({ id: 1200 });
    await expect(stepUp(ann, { password: PASSWORD, code: '123456' })).rejects.toMatchObject({ id: 1200 });
    expect(ann.browser.cookie?.secret).toBe(before);
    await ann.caller();
  });

  test('counts wrong passwords together with those of sign-ins', async () => {
    const person = await newPerson();
    for (let failure = 0; failure < 20; failure += 1) {
      await expect(stepUp(person, { password: 'wrong' })).rejects.toMatchObject(refused);
    }
    await expect(stepUp(person, { password: PASSWORD })).rejects.toMatchObject({ id: 1003 });
    await expect(person.signIn()).rejects.toMatchObject({ id: 1003 });
  });
});

test('where browsers offer no passkeys, the error says what to set', async () => {
  const attempt = elsewhere.useCases.startPasskeySignIn(testBrowser().publicCaller(database.db), {});
  await expect(attempt).rejects.toMatchObject({ status: 409, detail: expect.stringContaining('MILLRACE_PUBLIC_URL') });
});

test('challenges of one network are bounded, also when they are asked for all at once, and old ones forgotten', async () => {
  await database.db`delete from passkey_challenges`;
  await database.db`
    insert into passkey_challenges (challenge, purpose, network, expires_ts)
    select 'c' || n, 'signIn', '192.0.2.99', ${new Date(clock + MINUTE_MS)}::timestamptz from generate_series(1, 995) n`;
  const asked = await Promise.allSettled(Array.from({ length: 20 }, () => start(testBrowser('192.0.2.99'))));
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const one of asked) if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 1003 });
  await start(testBrowser('192.0.2.98'));
  await database.db`update passkey_challenges set expires_ts = now() - interval '1 second'`;
  await forgetChallenges(database.db);
  expect(await database.db`select from passkey_challenges`).toEqual([]);
});
