import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, test } from 'vitest';
import { createSealing } from '../../kernel/sealing.js';
import { type TestBrowser, testBrowser, testCaller, testSignIn } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createIdentity, type Identity } from '../identity.js';
import { captureLog } from '../testing/captured-log.js';
import { lowCost, lowPasswordCost } from '../testing/low-cost.js';
import { createTestBrowser, type TestBrowser as HttpBrowser } from '../testing/oidc-browser.js';
import { type OidcTestProvider, startOidcTestProvider } from '../testing/oidc-test-provider.js';
import { isKnownIn } from '../testing/person.js';
import { plainFetch } from '../testing/plain-fetch.js';
import { resealSingleSignOn } from './reseal-sso.js';

const PUBLIC = 'http://127.0.0.1:1';
const callbackOf = (id: string) => `${PUBLIC}/sso/${id}/callback`;
const secretKey = Buffer.alloc(32, 7).toString('base64');
const password = 'correct horse battery staple';

let database: TestDatabase;
let identity: Identity;
let provider: OidcTestProvider;
let other: OidcTestProvider;
/** How far the clock of this service is ahead. */
let ahead = 0;
const admin = () => testCaller(database.db, { administrator: true });

beforeAll(async () => {
  [database, provider, other] = await Promise.all([
    createTestDatabase(),
    startOidcTestProvider({ redirectUris: [callbackOf('op'), callbackOf('second'), callbackOf('brief')] }),
    startOidcTestProvider({ redirectUris: [callbackOf('other')] }),
  ]);
  identity = createIdentity({
    db: database.db,
    issuer: PUBLIC,
    tokenSeconds: 60,
    signInAttemptsPerMinute: 5,
    secretCost: lowCost,
    passwordCost: lowPasswordCost,
    secretKeys: [secretKey],
    identityProviders: {
      configured: [
        {
          id: 'op',
          name: 'Test provider',
          issuer: provider.issuer,
          clientId: provider.clientId,
          clientSecret: provider.clientSecret,
          domains: ['example.com'],
          provision: true,
          groupsClaim: 'groups',
          scopes: ['groups'],
          disabled: false,
          source: 'settings',
          createdTs: undefined,
        },
      ],
      privateHosts: [],
      fetch: plainFetch,
      keysCooldownMs: 0,
    },
    log: captureLog(),
    now: () => Date.now() + ahead,
  });
  await identity.useCases.createIdentityProvider(admin(), {
    id: 'other',
    name: 'Other provider',
    issuer: other.issuer,
    clientId: other.clientId,
    clientSecret: other.clientSecret,
    domains: ['example.com'],
  });
});
afterAll(async () => {
  await Promise.all([database?.drop(), provider?.stop(), other?.stop()]);
});
afterEach(() => {
  ahead = 0;
});

/** A person with a browser: what it keeps of this service, and its cookies at the providers. */
interface Person {
  readonly browser: TestBrowser;
  readonly http: HttpBrowser;
  /** The cookie of a sign-in under way. */
  secret: string | undefined;
}
const person = (): Person => ({ browser: testBrowser(), http: createTestBrowser(), secret: undefined });

interface Attempt {
  readonly at?: 'op' | 'other';
  /** Who signs in there; undefined: the person cancels. */
  readonly as: string | undefined;
  readonly returnTo?: string;
  readonly confirms?: boolean;
}

/** Goes to the provider and comes back: the query of the callback. */
async function goAndComeBack(who: Person, { at = 'op', as, returnTo, confirms = false }: Attempt): Promise<string> {
  const there = at === 'op' ? provider : other;
  there.signsIn = as;
  const started = await identity.sso.singleSignOn.start({
    providerId: at,
    returnTo,
    loginHint: undefined,
    confirms,
    browser: who.secret,
    sender: who.browser.sender,
  });
  who.secret = started.browser ?? who.secret;
  return comeBack(who, started.url, at);
}
async function comeBack(who: Person, url: URL, at: string): Promise<string> {
  const callback = await who.http.followTo(url.href, ({ href }) => href.startsWith(callbackOf(at)));
  return callback.search.slice(1);
}
const finish = (who: Person, query: string, at = 'op') =>
  identity.sso.singleSignOn.finish({
    providerId: at,
    query,
    browser: who.secret,
    sender: who.browser.sender,
    traceId: 'trace',
  });
const signIn = async (who: Person, attempt: Attempt) => finish(who, await goAndComeBack(who, attempt), attempt.at);
const refusedWith = (text: string) => ({ name: 'CatalogueError', status: 403, detail: expect.stringContaining(text) });
const sessionOf = ({ browser }: Person) => identity.authentication.session(browser.cookie?.secret ?? 'none');
const asPerson = async (who: Person) => {
  const signedIn = await sessionOf(who);
  return {
    ...testCaller(database.db, { ...signedIn.principal }),
    signIn: { ...testSignIn, ...signedIn },
    sender: who.browser.sender,
  };
};

let sequence = 0;
/** An account at both providers, and the address of it. */
function newAccount(claims: Record<string, unknown> = {}): { readonly subject: string; readonly email: string } {
  sequence += 1;
  const subject = `subject-${sequence}`;
  const email = `account-${sequence}@example.com`;
  const account = { email, email_verified: true, name: `Account ${sequence}`, groups: [], ...claims };
  provider.accounts.set(subject, account);
  other.accounts.set(subject, account);
  return { subject, email };
}
const invite = (email: string, more: { readonly disabled?: boolean } = {}) =>
  identity.seeding.upsertUser({ name: 'Invited', email, kind: 'person', ...more });
const auditOf = async (userId: string) => {
  const rows = await database.db<{ action: string }>`
    select action from audit_log where subject_id = ${userId} order by created_ts, id`;
  return rows.map(({ action }) => action);
};

describe('signing in', () => {
  test('opens a session for a person whose address the provider vouches for, and goes where they wanted', async () => {
    const { subject, email } = newAccount();
    const userId = await invite(email);
    const who = person();
    expect(await signIn(who, { as: subject, returnTo: '/console/tasks?page=2' })).toBe('/console/tasks?page=2');
    expect(await sessionOf(who)).toMatchObject({ principal: { userId }, method: 'sso:op' });
    expect(await auditOf(userId)).toEqual(['user.create', 'user.linkIdentity', 'user.signIn']);
  });

  test('knows the account later by issuer and subject, whatever its address has become', async () => {
    const { subject, email } = newAccount();
    const userId = await invite(email);
    await signIn(person(), { as: subject });
    provider.accounts.set(subject, { email: 'renamed@elsewhere.example', email_verified: false, groups: [] });
    const who = person();
    await signIn(who, { as: subject });
    expect((await sessionOf(who)).principal.userId).toBe(userId);
  });

  test('a person who was signed in at the provider long ago has not just proved who they are', async () => {
    const { subject } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const first = await sessionOf(who);
    expect(first.authenticatedAt).toBeGreaterThan(Date.now() - 10_000);
    ahead = 120_000;
    await signIn(who, { as: subject });
    const second = await sessionOf(who);
    expect(second.sessionId).not.toBe(first.sessionId);
    expect(second.authenticatedAt).toBe(first.authenticatedAt);
  });

  test('return_to is a path of this service, whatever it says', async () => {
    const { subject } = newAccount();
    expect(await signIn(person(), { as: subject, returnTo: '//evil.example/' })).toBe('/sign-in');
  });

  test('two first sign-ins at once create one person', async () => {
    const { subject, email } = newAccount();
    const both = [person(), person()];
    const queries: string[] = [];
    for (const who of both) queries.push(await goAndComeBack(who, { as: subject }));
    await Promise.all(both.map((who, index) => finish(who, queries[index] ?? '')));
    const ids = await Promise.all(both.map(async (who) => (await sessionOf(who)).principal.userId));
    expect(new Set(ids).size).toBe(1);
    expect(await database.db`select from users where email = ${email}`).toHaveLength(1);
  });
});

test('leaves a cookie by which guesses of a password do not lock out the person in this browser (D146)', async () => {
  const { subject, email } = newAccount();
  const who = person();
  await signIn(who, { as: subject });
  expect(await isKnownIn(database, who.browser, email)).toBe(true);
});

test('one network has 300 under way, also when they begin all at once', async () => {
  const sender = { ...person().browser.sender, address: '192.0.2.77' };
  const begin = () =>
    identity.sso.singleSignOn.start({
      providerId: 'op',
      returnTo: undefined,
      loginHint: undefined,
      confirms: false,
      browser: undefined,
      sender,
    });
  await begin();
  await database.db`
    insert into sso_flows (state_hash, provider_id, purpose, nonce, code_verifier, return_to, network_hash, browser_hash, expires_ts)
    select 's' || n, provider_id, purpose, nonce, code_verifier, return_to, network_hash, browser_hash, expires_ts
    from generate_series(1, 294) n, (
      select * from sso_flows order by expires_ts desc limit 1) as flow`;
  const begun = await Promise.allSettled(Array.from({ length: 20 }, begin));
  expect(begun.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const one of begun) if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 1003 });
});

describe('a sign-in is refused', () => {
  it('in another browser than the one that began it', async () => {
    const { subject } = newAccount();
    const [victim, attacker] = [person(), person()];
    const query = await goAndComeBack(attacker, { as: subject });
    await expect(finish(victim, query)).rejects.toMatchObject(refusedWith('not started in this browser'));
    victim.secret = 'x'.repeat(43);
    await expect(finish(victim, query)).rejects.toMatchObject(refusedWith('not started in this browser'));
    expect(victim.browser.cookie).toBeUndefined();
    // The attempt of others does not end it.
    await expect(finish(attacker, query)).resolves.toBe('/sign-in');
  });

  it('a second time', async () => {
    const { subject } = newAccount();
    const who = person();
    const query = await goAndComeBack(who, { as: subject });
    await finish(who, query);
    await expect(finish(who, query)).rejects.toMatchObject(refusedWith('was finished before'));
  });

  it('after ten minutes', async () => {
    const { subject } = newAccount();
    const who = person();
    const query = await goAndComeBack(who, { as: subject });
    ahead = 601_000;
    await expect(finish(who, query)).rejects.toMatchObject(refusedWith('longer than 10 minutes'));
  });

  it('with the answer of another provider (mix-up)', async () => {
    const { subject } = newAccount();
    const who = person();
    const query = await goAndComeBack(who, { as: subject });
    await expect(finish(who, query, 'other')).rejects.toMatchObject(refusedWith('not started in this browser'));
    const mixed = new URLSearchParams(await goAndComeBack(who, { as: subject }));
    mixed.set('iss', other.issuer);
    await expect(finish(who, mixed.toString())).rejects.toMatchObject(refusedWith('another provider'));
  });

  it('by the person at the provider', async () => {
    const { subject } = newAccount();
    await expect(signIn(person(), { as: undefined })).rejects.toMatchObject(refusedWith('access_denied'));
    await expect(signIn(person(), { as: subject })).resolves.toBe('/sign-in');
  });

  it('for a disabled user, whether linked or not', async () => {
    const { subject, email } = newAccount();
    await invite(email, { disabled: true });
    await expect(signIn(person(), { as: subject })).rejects.toMatchObject(refusedWith('disabled'));
    await invite(email, { disabled: false });
    await signIn(person(), { as: subject });
    await invite(email, { disabled: true });
    await expect(signIn(person(), { as: subject })).rejects.toMatchObject(refusedWith('disabled'));
  });

  it('for an address that is not vouched for, in the same words whether it has a user or not', async () => {
    const known = newAccount({ email_verified: false });
    const unknown = newAccount({ email_verified: false });
    await invite(known.email);
    const texts: string[] = [];
    for (const { subject, email } of [known, unknown]) {
      const refusal = await signIn(person(), { as: subject }).catch((error: { detail: string }) => error);
      texts.push((refusal as { detail: string }).detail.replace(email, '<address>'));
    }
    expect(texts[0]).toContain('does not vouch for the address <address>');
    expect(texts[1]).toBe(texts[0]);
  });

  it('for a service user', async () => {
    const { subject, email } = newAccount();
    await identity.seeding.upsertUser({ name: 'Service', email, kind: 'service' });
    await expect(signIn(person(), { as: subject })).rejects.toMatchObject(refusedWith('service user'));
  });

  it('for a second account with the address of a person', async () => {
    const { subject, email } = newAccount();
    await invite(email);
    await signIn(person(), { as: subject });
    const heir = newAccount({ email });
    await expect(signIn(person(), { as: heir.subject })).rejects.toMatchObject(refusedWith('another account'));
  });

  it('at a provider that is disabled or unknown', async () => {
    const { subject, email } = newAccount();
    await invite(email);
    const who = person();
    const query = await goAndComeBack(who, { at: 'other', as: subject });
    await identity.useCases.updateIdentityProvider(admin(), { id: 'other', disabled: true });
    await expect(finish(who, query, 'other')).rejects.toMatchObject({ status: 404 });
    await expect(goAndComeBack(who, { at: 'other', as: subject })).rejects.toMatchObject({ status: 404 });
    await identity.useCases.updateIdentityProvider(admin(), { id: 'other', disabled: false });
    await expect(signIn(who, { at: 'other', as: subject })).resolves.toBe('/sign-in');
  });

  it('when too many are under way from one network', async () => {
    const { subject } = newAccount();
    const crowd = { ...person(), browser: testBrowser('198.51.100.9') };
    await goAndComeBack(crowd, { as: subject });
    await database.db`
      insert into sso_flows select 'filler ' || n, provider_id, purpose, nonce, code_verifier, return_to, network_hash,
        browser_hash, session_id, expires_ts
      from generate_series(1, 300) n, (select * from sso_flows order by expires_ts desc limit 1) as one`;
    await expect(goAndComeBack(crowd, { as: subject })).rejects.toMatchObject({ status: 429, retryAfter: 60 });
    await expect(goAndComeBack(person(), { as: subject })).resolves.toContain('code=');
  });
});

describe('new people', () => {
  it('get a user where the provider does so, with name and address', async () => {
    const { subject, email } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const { principal } = await sessionOf(who);
    const { users } = await identity.useCases.getUsers(admin(), { email });
    expect(users).toMatchObject([
      { id: principal.userId, name: `Account ${subject.split('-')[1]}`, kind: 'person', disabled: false },
    ]);
    expect(principal.administrator).toBe(false);
    expect(await auditOf(principal.userId)).toEqual(['user.create', 'user.linkIdentity', 'user.signIn']);
  });

  it('get none where it does not, nor with an address of another domain', async () => {
    const { subject, email } = newAccount();
    await expect(signIn(person(), { at: 'other', as: subject })).rejects.toMatchObject(refusedWith('invitation'));
    const elsewhere = newAccount({ email: 'somebody@elsewhere.example' });
    await expect(signIn(person(), { as: elsewhere.subject })).rejects.toMatchObject(refusedWith('vouch'));
    expect(await database.db`select from users where email in (${email}, 'somebody@elsewhere.example')`).toHaveLength(
      0,
    );
  });
});

describe('linked accounts', () => {
  const withPassword = async (): Promise<Person & { readonly userId: string }> => {
    sequence += 1;
    const email = `local-${sequence}@local.example`;
    const userId = await invite(email);
    await identity.seeding.ensurePassword(userId, password);
    const who = person();
    await identity.useCases.signIn(who.browser.publicCaller(database.db), { email, password });
    return { ...who, userId };
  };
  const link = async (who: Person, subject: string) => {
    provider.signsIn = subject;
    const { url } = await identity.useCases.startIdentityLink(await asPerson(who), {
      providerId: 'op',
      returnTo: '/me',
    });
    return finish(who, await comeBack(who, new URL(url), 'op'));
  };

  it('are linked by a person who is signed in, whatever their addresses, and unlinked with their sessions', async () => {
    const { subject } = newAccount({ email_verified: false });
    const who = await withPassword();
    expect(await link(who, subject)).toBe('/me');
    const elsewhere = person();
    await signIn(elsewhere, { as: subject });
    expect((await sessionOf(elsewhere)).principal.userId).toBe(who.userId);
    const { links } = await identity.useCases.getIdentityLinks(await asPerson(who), {});
    expect(links).toMatchObject([{ providerId: 'op', issuer: provider.issuer }]);
    expect(JSON.stringify(links)).not.toContain(subject);
    await identity.useCases.deleteIdentityLink(await asPerson(who), { linkId: links[0]?.id ?? '' });
    ahead = 3000;
    await expect(sessionOf(elsewhere)).rejects.toMatchObject({ status: 401 });
    await expect(sessionOf(who)).resolves.toBeDefined();
    await expect(signIn(person(), { as: subject })).rejects.toMatchObject(refusedWith('vouch'));
    expect(await auditOf(who.userId)).toEqual(
      expect.arrayContaining(['user.linkIdentity', 'user.unlinkIdentity', 'user.endSession']),
    );
  });

  it('belong to one person', async () => {
    const { subject } = newAccount();
    await signIn(person(), { as: subject });
    await expect(link(await withPassword(), subject)).rejects.toMatchObject(refusedWith('linked with another user'));
  });

  it('are one for each provider', async () => {
    const who = await withPassword();
    await link(who, newAccount().subject);
    who.http.cookies.clear();
    await expect(link(who, newAccount().subject)).rejects.toMatchObject(refusedWith('another account'));
  });

  it('are not linked when another browser comes back', async () => {
    const { subject } = newAccount();
    const [victim, attacker] = [await withPassword(), await withPassword()];
    provider.signsIn = subject;
    const { url } = await identity.useCases.startIdentityLink(await asPerson(attacker), { providerId: 'op' });
    const query = await comeBack(attacker, new URL(url), 'op');
    await expect(finish(victim, query)).rejects.toMatchObject(refusedWith('not started in this browser'));
  });

  it('the last way to sign in stays, unless an administrator takes it', async () => {
    const { subject } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const caller = await asPerson(who);
    const { userId } = caller.principal;
    const { links } = await identity.useCases.getIdentityLinks(admin(), { userId });
    const linkId = links[0]?.id ?? '';
    const unknown = identity.useCases.deleteIdentityLink(caller, { linkId: userId });
    await expect(unknown).rejects.toMatchObject({ id: 1200, status: 404 });
    await expect(identity.useCases.deleteIdentityLink(caller, { linkId })).rejects.toMatchObject({ status: 409 });
    const token = { ...testCaller(database.db, { userId }), signIn: testSignIn };
    for (const request of [{ linkId }, { linkId, userId }]) {
      await expect(identity.useCases.deleteIdentityLink(token, request)).rejects.toMatchObject({ id: 1001 });
    }
    const bounded = testCaller(database.db, { userId, scopes: ['process.read'] });
    await expect(identity.useCases.getIdentityLinks(bounded, {})).rejects.toMatchObject({ id: 1205 });
    expect(await identity.useCases.getIdentityLinks(caller, {})).toEqual({ links });
    await expect(identity.useCases.deleteIdentityLink(admin(), { linkId, userId })).resolves.toBeDefined();
    await expect(
      identity.useCases.getIdentityLinks(caller, { userId: admin().principal.userId }),
    ).rejects.toMatchObject({
      status: 403,
    });
    await expect(
      identity.useCases.getIdentityLinks(admin(), { userId: '00000000-0000-7000-8000-000000000000' }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe('proving again who one is (step-up)', () => {
  it('needs the account of the person, asks for it anew, and gives the session another secret', async () => {
    const { subject } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const before = { ...(await sessionOf(who)), secret: who.browser.cookie?.secret };
    ahead = 30_000;
    await signIn(who, { as: subject, confirms: true });
    const after = await sessionOf(who);
    expect(after.sessionId).toBe(before.sessionId);
    expect(after.authenticatedAt).toBeGreaterThanOrEqual(before.authenticatedAt ?? 0);
    expect(who.browser.cookie?.secret).not.toBe(before.secret);
    expect(await auditOf(after.principal.userId)).toContain('user.confirmSignIn');
    who.http.cookies.clear();
    const stranger = newAccount();
    await expect(signIn(who, { as: stranger.subject, confirms: true })).rejects.toMatchObject(
      refusedWith('not the account'),
    );
  });

  it('needs a session', async () => {
    await expect(goAndComeBack(person(), { as: 'x', confirms: true })).rejects.toMatchObject({ status: 401 });
  });
});

describe('groups of the claim', () => {
  const inGroups = async (userId: string) => {
    const rows = await database.db<{ name: string; source: string }>`
      select g.name, m.source from group_members m join groups g on g.id = m.group_id
      where m.user_id = ${userId} order by 1, 2`;
    return rows.map(({ name, source }) => `${name} ${source}`);
  };

  it('come and go with each sign-in, and what others gave stays', async () => {
    const [finance] = await Promise.all(
      ['Finance', 'Sales'].map((name) => identity.useCases.createGroup(admin(), { name })),
    );
    const { subject, email } = newAccount({ groups: ['finance', 'SALES', 'no such group'] });
    const userId = await invite(email);
    await identity.useCases.setGroupMembers(admin(), { groupId: finance?.group.id ?? '', add: [userId] });
    await signIn(person(), { as: subject });
    expect(await inGroups(userId)).toEqual(['Finance claim', 'Finance managed', 'Sales claim']);
    provider.accounts.set(subject, { email, email_verified: true, groups: ['sales'] });
    await signIn(person(), { as: subject });
    expect(await inGroups(userId)).toEqual(['Finance managed', 'Sales claim']);
    const { links } = await identity.useCases.getIdentityLinks(admin(), { userId });
    expect(links[0]?.groups).toEqual(['sales']);
    await identity.useCases.deleteIdentityLink(admin(), { userId, linkId: links[0]?.id ?? '' });
    expect(await inGroups(userId)).toEqual(['Finance managed']);
  });
});

describe('logout', () => {
  it('answers where the provider ends its session, with the ID token, which is stored sealed', async () => {
    const { subject } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const { sessionId = '' } = await sessionOf(who);
    const rows = () =>
      database.db<{ stored: string }>`select id_token as stored from sso_sessions where session_id = ${sessionId}`;
    expect((await rows())[0]?.stored).toMatch(/^A256GCM\./);
    const answer = await identity.useCases.signOut(who.browser.publicCaller(database.db), {});
    const url = new URL(answer.identityProviderUrl ?? '');
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: provider.clientId,
      id_token_hint: expect.stringMatching(/^ey/),
      post_logout_redirect_uri: `${PUBLIC}/sso/op/signed-out`,
    });
    expect(await rows()).toHaveLength(0);
  });

  it('[D53] a start brings client secrets and ID tokens under the first key', async () => {
    const { db } = database;
    const { subject } = newAccount();
    const who = person();
    await signIn(who, { as: subject });
    const { sessionId = '' } = await sessionOf(who);
    const next = createSealing([randomBytes(32).toString('base64'), secretKey]);
    const stored = async () => {
      const [provided] = await db<{ text: string }>`
        select client_secret as text from identity_providers where id = 'other'`;
      const [session] = await db<{ text: string }>`
        select id_token as text from sso_sessions where session_id = ${sessionId}`;
      return [provided?.text ?? '', session?.text ?? ''] as const;
    };
    await resealSingleSignOn(db, next, captureLog());
    const [clientSecret, idToken] = await stored();
    expect([clientSecret, idToken].map((text) => next.isCurrent(text))).toEqual([true, true]);
    expect(next.open('identity-provider:other', clientSecret)).toBe(other.clientSecret);
    expect(next.open(`id-token:${sessionId}`, idToken)).toMatch(/^ey/);
    const stranger = createSealing([randomBytes(32).toString('base64')]);
    await expect(resealSingleSignOn(db, stranger, captureLog())).rejects.toThrow('MILLRACE_SECRET_KEY');
    // Back, for the tests that follow.
    const before = createSealing([secretKey]).seal('identity-provider:other', other.clientSecret);
    await db`update identity_providers set client_secret = ${before} where id = 'other'`;
  });

  it('answers nothing for a session of a password, or for no session', async () => {
    const email = 'no-provider@local.example';
    await identity.seeding.ensurePassword(await invite(email), password);
    const who = person();
    await identity.useCases.signIn(who.browser.publicCaller(database.db), { email, password });
    const signOut = () => identity.useCases.signOut(who.browser.publicCaller(database.db), {});
    expect(await signOut()).toEqual({ status: 'signedOut', identityProviderUrl: null });
    expect(await signOut()).toEqual({ status: 'signedOut', identityProviderUrl: null });
  });
});

describe('identity providers', () => {
  const definition = () => ({
    id: 'brief',
    name: 'Brief',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
  });

  it('are created, listed, changed and deleted; the secret is stored sealed and never shown', async () => {
    const { identityProvider } = await identity.useCases.createIdentityProvider(admin(), definition());
    expect(identityProvider).toMatchObject({
      hasClientSecret: true,
      redirectUrl: callbackOf('brief'),
      backChannelLogoutUrl: `${PUBLIC}/sso/brief/back-channel-logout`,
    });
    const [row] = await database.db<{ secret: string }>`
      select client_secret as secret from identity_providers where id = 'brief'`;
    expect(row?.secret).toMatch(/^A256GCM\./);
    const changed = { id: 'brief', name: 'Other name', groupsClaim: 'groups', clientSecret: null };
    await identity.useCases.updateIdentityProvider(admin(), changed);
    const { identityProviders } = await identity.useCases.getIdentityProviders(admin(), {});
    expect(identityProviders.map(({ id, source }) => [id, source])).toEqual([
      ['op', 'settings'],
      ['other', 'operation'],
      ['brief', 'operation'],
    ]);
    expect(identityProviders[2]).toMatchObject({ name: 'Other name', groupsClaim: 'groups', hasClientSecret: false });
    await identity.useCases.deleteIdentityProvider(admin(), { id: 'brief' });
    const logs = await database.db`select before, after from audit_log where subject_id = 'brief'`;
    expect(logs).toHaveLength(3);
    expect(JSON.stringify([identityProviders, logs])).not.toContain(provider.clientSecret);
  });

  it('are deleted with their links and sessions, and their people stay', async () => {
    await identity.useCases.createIdentityProvider(admin(), {
      ...definition(),
      id: 'second',
      domains: ['example.com'],
    });
    const { subject, email } = newAccount();
    const userId = await invite(email);
    provider.signsIn = subject;
    const who = person();
    const started = await identity.sso.singleSignOn.start({
      providerId: 'second',
      returnTo: undefined,
      loginHint: undefined,
      confirms: false,
      browser: undefined,
      sender: who.browser.sender,
    });
    who.secret = started.browser;
    await finish(who, await comeBack(who, started.url, 'second'), 'second');
    const answer = await identity.useCases.deleteIdentityProvider(admin(), { id: 'second' });
    expect(answer).toEqual({ status: 'success', unlinkedUsers: 1, endedSessions: 1 });
    ahead = 3000;
    await expect(sessionOf(who)).rejects.toMatchObject({ status: 401 });
    expect((await identity.useCases.getIdentityLinks(admin(), { userId })).links).toEqual([]);
    expect((await identity.useCases.getUsers(admin(), { email })).users).toHaveLength(1);
  });

  it('of the settings are changed there, and their ids are taken', async () => {
    await expect(identity.useCases.updateIdentityProvider(admin(), { id: 'op', name: 'x' })).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('MILLRACE_OIDC_OP_'),
    });
    await expect(identity.useCases.deleteIdentityProvider(admin(), { id: 'op' })).rejects.toMatchObject({
      status: 409,
    });
    await expect(
      identity.useCases.createIdentityProvider(admin(), { ...definition(), id: 'op' }),
    ).rejects.toMatchObject({ status: 409 });
    await expect(identity.useCases.deleteIdentityProvider(admin(), { id: 'none' })).rejects.toMatchObject({
      status: 404,
    });
  });

  it.each([
    ['an id with capitals', { id: 'Entra' }, '/id'],
    ['an issuer without TLS', { issuer: 'http://idp.example' }, '/issuer'],
    ['an issuer with a query', { issuer: 'https://idp.example/?a=b' }, '/issuer'],
    ['a wildcard domain', { domains: ['*.example.com'] }, '/domains'],
    ['an address as domain', { domains: ['ada@example.com'] }, '/domains'],
    ['new people from anywhere', { provision: true }, '/provision'],
    ['a name of spaces', { name: '  ' }, '/name'],
    ['a scope with a space', { scopes: ['a b'] }, '/scopes'],
  ])('are refused with %s', async (_, wrong, pointer) => {
    await expect(
      identity.useCases.createIdentityProvider(admin(), { ...definition(), id: 'wrong', ...wrong }),
    ).rejects.toMatchObject({ status: 400, errors: [{ pointer }] });
    expect(await database.db`select from identity_providers where id = 'wrong'`).toHaveLength(0);
  });

  it('are refused when nothing answers as a provider', async () => {
    const down = { ...definition(), id: 'down', issuer: 'http://127.0.0.1:9' };
    await expect(identity.useCases.createIdentityProvider(admin(), down)).rejects.toMatchObject({ status: 502 });
  });

  it('are what a sign-in page shows, by domain alone', async () => {
    const methods = (email?: string) =>
      identity.useCases.getSignInMethods(testBrowser().publicCaller(database.db), email === undefined ? {} : { email });
    expect(await methods()).toEqual({
      password: true,
      identityProviders: [
        { id: 'op', name: 'Test provider', startUrl: `${PUBLIC}/sso/op/start`, forDomain: false },
        { id: 'other', name: 'Other provider', startUrl: `${PUBLIC}/sso/other/start`, forDomain: false },
      ],
    });
    const { email } = newAccount();
    await invite(email);
    expect(await methods(email)).toEqual(await methods('nobody@EXAMPLE.com'));
    expect((await methods(email)).identityProviders[0]?.forDomain).toBe(true);
  });
});

test('when the provider is down, it is named, sessions go on and passwords work', async () => {
  const email = 'administrator@local.example';
  const userId = await invite(email);
  await identity.seeding.ensurePassword(userId, password);
  const account = newAccount();
  const { subject } = account;
  await invite(account.email);
  const who = person();
  await signIn(who, { at: 'other', as: subject });
  await other.stop();
  await identity.useCases.updateIdentityProvider(admin(), { id: 'other', clientId: 'forget-the-kept-document' });
  await expect(goAndComeBack(person(), { at: 'other', as: subject })).rejects.toMatchObject({
    status: 502,
    detail: expect.stringMatching(/^Other provider did not answer: .*sign in another way\.$/),
  });
  await expect(sessionOf(who)).resolves.toBeDefined();
  const breakGlass = person();
  await identity.useCases.signIn(breakGlass.browser.publicCaller(database.db), { email, password });
  expect(await auditOf(userId)).toEqual(['user.create', 'user.signIn']);
  await expect(identity.useCases.signOut(who.browser.publicCaller(database.db), {})).resolves.toBeDefined();
});
