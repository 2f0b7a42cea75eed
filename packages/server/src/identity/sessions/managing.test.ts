import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { type TestBrowser, testBrowser, testCaller, testSignIn } from '../../testing/test-caller.js';
import type { Caller, UserPrincipal } from '../../use-case/caller.js';
import { grantClientId } from '../secrets/grant-client.js';
import { createPeople, PASSWORD, type People } from '../testing/people.js';
import { jsonSignIn } from '../testing/sign-in-request.js';
import { readSelf } from './read-self.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const another = 'four purple doors whistle';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.database.drop());

const useCases = () => people.identity.useCases;
const administrator = () => testCaller(people.database.db, { administrator: true, name: 'Root' });
const client = (principal: Partial<UserPrincipal>): Caller => ({
  ...testCaller(people.database.db, principal),
  signIn: testSignIn,
});

const ofApplication = () => grantClientId(newId());

let networks = 0;
/** Each person comes from a network of its own, so that failures of one do not limit another. */
async function signedIn(devices = 1): Promise<{ userId: string; email: string; browsers: readonly TestBrowser[] }> {
  const person = await people.newPerson();
  networks += 1;
  const browsers = Array.from({ length: devices }, () => testBrowser(`203.0.113.${networks}`));
  for (const browser of browsers) await people.signIn(browser, person.email);
  return { ...person, browsers };
}
const ended = async (browser: TestBrowser): Promise<void> => {
  people.pass(2000);
  await expect(people.who(browser)).rejects.toMatchObject({ id: 1001 });
};

describe('setLocale', () => {
  test('stores the language of the person, for every session, until it is taken back', async () => {
    const { userId, browsers } = await signedIn(2);
    const [here, there] = browsers as [TestBrowser, TestBrowser];
    const localeIn = async (browser: TestBrowser) =>
      (await readSelf(people.database.db, await people.callerOf(browser))).locale;
    expect(await localeIn(here)).toBeNull();
    expect(await useCases().setLocale(await people.callerOf(here), { locale: 'de' })).toEqual({ locale: 'de' });
    await useCases().setLocale(await people.callerOf(there), { locale: 'de' });
    expect([await localeIn(here), await localeIn(there)]).toEqual(['de', 'de']);
    await useCases().setLocale(await people.callerOf(there), { locale: null });
    expect(await localeIn(here)).toBeNull();
    // What changes nothing has no row.
    expect((await people.auditOf(userId)).filter((action) => action === 'user.setLocale')).toHaveLength(2);
  });
});

describe('setPassword', () => {
  test('asks for the current password, ends the other sessions and gives this one another secret', async () => {
    const { userId, email, browsers } = await signedIn(3);
    const [here, ...others] = browsers as [TestBrowser, ...TestBrowser[]];
    const before = here.cookie;
    const caller = await people.callerOf(here);
    await expect(useCases().setPassword(caller, { password: another })).rejects.toMatchObject({ id: 1200 });
    const wrong = { password: another, currentPassword: 'something else entirely' };
    await expect(useCases().setPassword(caller, wrong)).rejects.toMatchObject({ id: 1016 });
    const right = { password: another, currentPassword: PASSWORD };
    expect(await useCases().setPassword(caller, right)).toEqual({ status: 'success', endedSessions: 2 });
    expect(here.cookie?.secret).not.toBe(before?.secret);
    await people.who(here);
    for (const browser of others) await ended(browser);
    await expect(people.signIn(testBrowser('198.51.100.1'), email)).rejects.toMatchObject({ id: 1016 });
    await people.signIn(testBrowser('198.51.100.2'), email, { password: another });
    expect(await people.auditOf(userId)).toContain('user.setPassword');
  });

  test('limits guesses of the current password', async () => {
    const { browsers } = await signedIn();
    const caller = await people.callerOf(browsers[0] as TestBrowser);
    const wrong = { password: another, currentPassword: 'something else entirely' };
    for (let failure = 0; failure < 5; failure += 1) {
      await expect(useCases().setPassword(caller, wrong)).rejects.toMatchObject({ id: 1016 });
    }
    await expect(useCases().setPassword(caller, wrong)).rejects.toMatchObject({ id: 1003 });
  });

  test('of several at once, one changes it', async () => {
    const { email, browsers } = await signedIn();
    const caller = await people.callerOf(browsers[0] as TestBrowser);
    const wanted = [another, 'nine green clouds sing along', 'seven tin hats on a lake'];
    const outcomes = await Promise.allSettled(
      wanted.map((password) => useCases().setPassword(caller, { password, currentPassword: PASSWORD })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const won = wanted[outcomes.findIndex(({ status }) => status === 'fulfilled')] ?? '';
    await people.signIn(testBrowser('198.51.100.3'), email, { password: won });
  });

  test('sets a first password with an access token of a client, never with one that has scopes or is of an application', async () => {
    const { seeding } = people.identity;
    const email = 'first@example.com';
    const userId = await seeding.upsertUser({ name: 'First', email, kind: 'person' });
    const others = [
      { scopes: ['process.read'] },
      { scopes: ['admin'], administrator: true },
      { clientId: ofApplication() },
    ];
    for (const other of others) {
      const refused = useCases().setPassword(client({ userId, ...other }), { password: another });
      await expect(refused).rejects.toMatchObject({ id: 1207 });
    }
    await useCases().setPassword(client({ userId }), { password: another });
    await people.signIn(testBrowser(), email, { password: another });
  });
});

describe('sessions', () => {
  test('are listed with what tells them apart', async () => {
    const { browsers } = await signedIn(2);
    const { sessions } = await useCases().getSessions(await people.callerOf(browsers[1] as TestBrowser), {});
    expect(sessions).toHaveLength(2);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    expect(sessions[0]).toMatchObject({
      method: 'password',
      network: expect.stringMatching(/^203\.0\.113\./),
      agent: 'Test browser',
    });
    expect(JSON.stringify(sessions)).not.toContain(browsers[0]?.cookie?.secret);
  });

  test('are ended one by one and everywhere else', async () => {
    const { userId, browsers } = await signedIn(4);
    const [here, lost, ...others] = browsers as [TestBrowser, TestBrowser, ...TestBrowser[]];
    const caller = await people.callerOf(here);
    const { sessionId = '' } = await people.who(lost);
    expect(await useCases().endSession(caller, { sessionId })).toMatchObject({ endedSessions: 1 });
    await ended(lost);
    expect(await useCases().endSession(caller, { everywhereElse: true })).toMatchObject({ endedSessions: 2 });
    for (const browser of others) await ended(browser);
    await people.who(here);
    expect((await people.auditOf(userId)).filter((action) => action === 'user.endSession')).toHaveLength(2);
  });

  test('of others are seen and ended by the administrator alone, and are unknown to everybody else', async () => {
    const { userId, browsers } = await signedIn();
    const stranger = await people.callerOf((await signedIn()).browsers[0] as TestBrowser);
    const { sessionId = '' } = await people.who(browsers[0] as TestBrowser);
    await expect(useCases().getSessions(stranger, { userId })).rejects.toMatchObject({ id: 1205 });
    await expect(useCases().endSession(stranger, { everywhereElse: true, userId })).rejects.toMatchObject({ id: 1207 });
    await expect(useCases().endSession(stranger, { sessionId })).rejects.toMatchObject({ id: 1200, status: 404 });
    await people.who(browsers[0] as TestBrowser);
    expect((await useCases().getSessions(administrator(), { userId })).sessions).toHaveLength(1);
    await useCases().endSession(administrator(), { sessionId });
    await ended(browsers[0] as TestBrowser);
    await expect(useCases().getSessions(administrator(), { userId: newId() })).rejects.toMatchObject({ status: 404 });
  });

  test('are not managed with a token that has scopes', async () => {
    const { userId } = await signedIn();
    const bounded = client({ userId, scopes: ['process'] });
    await expect(useCases().getSessions(bounded, {})).rejects.toMatchObject({ id: 1205 });
    await expect(useCases().endSession(bounded, { everywhereElse: true })).rejects.toMatchObject({ id: 1207 });
    await expect(useCases().getPersonalTokens(bounded, {})).rejects.toMatchObject({ id: 1205 });
  });
});

describe('personal tokens', () => {
  const create = async (browser: TestBrowser, over: { scope?: string; expiresInDays?: number } = {}) =>
    useCases().createPersonalToken(await people.callerOf(browser), { name: 'Report', ...over });

  test('act as their person, within their scopes, until they end', async () => {
    const { userId, browsers } = await signedIn();
    const { token, personalToken } = await create(browsers[0] as TestBrowser, { scope: 'process.read file' });
    const { principal, signIn } = await people.bearer(token);
    expect(principal).toMatchObject({ userId, clientId: undefined, scopes: ['process.read', 'file'] });
    expect(signIn).toMatchObject({ credential: 'personalToken', personalTokenId: personalToken.id });
    expect(Date.parse(personalToken.expiresTs) - Date.parse(personalToken.createdTs)).toBe(90 * DAY_MS);
    people.pass(90 * DAY_MS);
    await expect(people.bearer(token)).rejects.toMatchObject({ id: 1001 });
    await expect(signIn?.check()).rejects.toMatchObject({ id: 1001 });
  });

  test('[D151] know the clients of their person, as sessions do; the token of a client knows none', async () => {
    const { userId, browsers } = await signedIn();
    const [browser] = browsers as [TestBrowser];
    for (const clientId of ['robot-one', 'robot-two']) {
      await people.identity.seeding.upsertClient({ clientId, userId, secret: 'a-secret' });
    }
    people.pass(2000);
    const { token } = await create(browser);
    const principals = [(await people.callerOf(browser)).principal, (await people.bearer(token)).principal];
    for (const principal of principals) {
      expect(principal).toMatchObject({ clientId: undefined, clientIds: ['robot-one', 'robot-two'] });
    }
    const { access_token } = await people.identity.authorizationServer.signIn(jsonSignIn('robot-one', 'a-secret'));
    expect((await people.bearer(access_token)).principal).not.toHaveProperty('clientIds');
  });

  test('are stored as hashes, and note when they were used last', async () => {
    const { userId, browsers } = await signedIn();
    const { token, personalToken } = await create(browsers[0] as TestBrowser);
    expect(personalToken.usedTs).toBeNull();
    await people.bearer(token);
    const used = new Date(people.now()).toISOString();
    people.pass(30_000);
    await people.bearer(token);
    const caller = await people.callerOf(browsers[0] as TestBrowser);
    expect(await useCases().getPersonalTokens(caller, {})).toEqual({
      personalTokens: [{ ...personalToken, usedTs: used }],
    });
    const [row] = await people.database.db<{ text: string }>`
      select (select row_to_json(p)::text from personal_tokens p where user_id = ${userId})
        || (select string_agg(row_to_json(a)::text, '') from audit_log a where subject_id = ${userId}) as text`;
    expect(row?.text).not.toContain(token.slice(-46, -6));
  });

  test('are refused with a wrong secret, and never create or widen anything', async () => {
    const { browsers } = await signedIn();
    const { token } = await create(browsers[0] as TestBrowser);
    await expect(people.bearer(`${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`)).rejects.toMatchObject({
      id: 1001,
    });
    const caller = await people.bearer(token);
    await expect(useCases().createPersonalToken(caller, { name: 'More' })).rejects.toMatchObject({ id: 1206 });
    const change = { password: another, currentPassword: PASSWORD };
    await expect(useCases().setPassword(caller, change)).rejects.toMatchObject({ id: 1207 });
  });

  test('of a token of the administrator with scopes have these scopes at most', async () => {
    const { userId } = await signedIn();
    const bounded = client({ userId, scopes: ['admin', 'process.read'], administrator: true });
    const { personalToken } = await useCases().createPersonalToken(bounded, { name: 'As the token' });
    expect(personalToken.scope).toBe('admin process.read');
    const wider = { name: 'Wider', scope: 'process' };
    await expect(useCases().createPersonalToken(bounded, wider)).rejects.toMatchObject({ id: 1206 });
    const unknown = { name: 'Unknown', scope: 'everything' };
    await expect(useCases().createPersonalToken(client({ userId }), unknown)).rejects.toMatchObject({ id: 1200 });
  });

  test('are not created with tokens of applications, nor with limited ones', async () => {
    const { userId } = await signedIn();
    for (const held of [{ clientId: ofApplication() }, { scopes: ['process.read'] }]) {
      const refused = useCases().createPersonalToken(client({ userId, ...held }), { name: 'Stays' });
      await expect(refused).rejects.toMatchObject({ id: 1206 });
    }
    expect((await useCases().getPersonalTokens(client({ userId }), {})).personalTokens).toEqual([]);
    await useCases().createPersonalToken(client({ userId }), { name: 'Own client' });
  });

  test('are 20 at most, also when they are created at once, and last no longer than the operator allows', async () => {
    const { browsers } = await signedIn();
    const browser = browsers[0] as TestBrowser;
    await expect(create(browser, { expiresInDays: 366 })).rejects.toMatchObject({ id: 1200 });
    const outcomes = await Promise.allSettled(Array.from({ length: 22 }, () => create(browser)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toMatchObject([{ id: 1009 }, { id: 1009 }]);
  });

  test('are revoked by their person and the administrator, within two seconds', async () => {
    const { browsers } = await signedIn();
    const browser = browsers[0] as TestBrowser;
    const [first, second] = [await create(browser), await create(browser)];
    const stranger = await people.callerOf((await signedIn()).browsers[0] as TestBrowser);
    const revoke = (caller: Caller, id: string) => useCases().revokePersonalToken(caller, { personalTokenId: id });
    await people.bearer(first.token);
    await expect(revoke(stranger, first.personalToken.id)).rejects.toMatchObject({ id: 1200, status: 404 });
    await revoke(await people.callerOf(browser), first.personalToken.id);
    await revoke(administrator(), second.personalToken.id);
    people.pass(2000);
    for (const { token } of [first, second]) await expect(people.bearer(token)).rejects.toMatchObject({ id: 1001 });
  });
});

test('signIn: a password that is replaced while the old one is checked opens nothing', async () => {
  const { email, browsers } = await signedIn();
  const caller = await people.callerOf(browsers[0] as TestBrowser);
  const late = testBrowser('198.51.100.4');
  const { write, ...rest } = late.publicCaller(people.database.db);
  const attempt = useCases().signIn(
    {
      ...rest,
      async write(work) {
        await useCases().setPassword(caller, { password: another, currentPassword: PASSWORD });
        return write(work);
      },
    },
    { email, password: PASSWORD },
  );
  await expect(attempt).rejects.toMatchObject({ id: 1016 });
  expect(late.cookie).toBeUndefined();
});

test.each([
  ['disabling a user', (userId: string) => useCases().updateUser(administrator(), { userId, disabled: true })],
  ['revokeTokens of a user', (userId: string) => useCases().revokeTokens(administrator(), { userId })],
])('%s ends its sessions and personal tokens within two seconds, for good', async (_what, end) => {
  const { userId, browsers } = await signedIn(2);
  const caller = await people.callerOf(browsers[0] as TestBrowser);
  const { token } = await useCases().createPersonalToken(caller, { name: 'Report' });
  await people.bearer(token);
  await end(userId);
  for (const browser of browsers) await ended(browser);
  await expect(people.bearer(token)).rejects.toMatchObject({ id: 1001 });
  await useCases().updateUser(administrator(), { userId, disabled: false });
  people.pass(2000);
  for (const browser of browsers) await ended(browser);
  await expect(people.bearer(token)).rejects.toMatchObject({ id: 1001 });
});

describe('updateMe', () => {
  test('changes the name of the person, and tells the audit log', async () => {
    const { userId, browsers } = await signedIn();
    const [here] = browsers as [TestBrowser];
    const caller = await people.callerOf(here);
    const first = await useCases().updateMe(caller, { name: 'Ann Lee' });
    expect(first).toMatchObject({ user: { id: userId, name: 'Ann Lee' } });
    expect(await useCases().updateMe(caller, { name: 'Ann Lee' })).toEqual(first);
    const changes = await people.auditOf(userId);
    expect(changes.filter((action) => action === 'user.update')).toHaveLength(1);
  });

  test('refuses what is no name, and tokens', async () => {
    const { browsers } = await signedIn();
    const [here] = browsers as [TestBrowser];
    const caller = await people.callerOf(here);
    await expect(useCases().updateMe(caller, { name: ' ' })).rejects.toMatchObject({ id: 1200 });
    const token: Caller = { ...caller, signIn: testSignIn };
    await expect(useCases().updateMe(token, { name: 'Somebody' })).rejects.toMatchObject({ id: 1209 });
  });

  test('leaves the name to the identity provider that manages the person over SCIM', async () => {
    const { userId, browsers } = await signedIn();
    const [here] = browsers as [TestBrowser];
    const caller = await people.callerOf(here);
    await people.database.db`
      insert into scim_users (user_id, user_name, resource, version, updated_ts, deleted)
      values (${userId}, ${userId}, '{}', 1, now(), false)`;
    await expect(useCases().updateMe(caller, { name: 'Somebody' })).rejects.toMatchObject({ id: 1009 });
  });
});
