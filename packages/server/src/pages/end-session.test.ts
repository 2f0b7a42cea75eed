import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OidcTestProvider, startOidcTestProvider } from '../identity/testing/oidc-test-provider.js';
import { plainFetch } from '../identity/testing/plain-fetch.js';
import { createTokens, type Tokens } from '../identity/tokens/tokens.js';
import { newId } from '../kernel/identifiers.js';
import { quietLog } from '../testing/quiet-log.js';
import { testCaller } from '../testing/test-caller.js';
import { type FormBrowser, formBrowser, queryOf } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

let server: PageServer;
let provider: OidcTestProvider;
/** Those of another server process on the same database. */
let tokens: Tokens;
beforeAll(async () => {
  const redirectUris: string[] = [];
  const signedOutUris: string[] = [];
  provider = await startOidcTestProvider({ redirectUris, signedOutUris });
  server = await startPageServer({
    identityProviders: (url) => {
      redirectUris.push(`${url}/sso/op/callback`);
      signedOutUris.push(`${url}/sso/op/signed-out`);
      const { issuer, clientId, clientSecret } = provider;
      const rest = { groupsClaim: undefined, scopes: [], disabled: false, createdTs: undefined } as const;
      const op = {
        id: 'op',
        name: 'Work',
        domains: ['example.com'],
        provision: true,
        source: 'settings',
        ...rest,
      } as const;
      return { configured: [{ ...op, issuer, clientId, clientSecret }], privateHosts: [], fetch: plainFetch };
    },
  });
  tokens = createTokens({ db: server.database.db, issuer: server.url, lifetimeSeconds: 600, log: quietLog });
  // It reads the addresses anew.
  await provider.rotateKey();
});
afterAll(async () => {
  await Promise.all([server?.close(), provider?.stop()]);
});

const CALLBACK = 'https://app.example/callback';
const GOODBYE = 'https://app.example/goodbye?from=millrace';

interface Application {
  readonly id: string;
  readonly config: oauth.Configuration;
}

async function register(name = 'Wiki <b>'): Promise<Application> {
  const administrator = testCaller(server.database.db, { userId: newId(), name: 'Root', administrator: true });
  const { application } = await server.identity.useCases.createApplication(administrator, {
    name,
    scopes: ['openid', 'profile'],
    redirectUris: [CALLBACK],
    postLogoutRedirectUris: [GOODBYE],
  });
  const id = application.applicationId;
  const options = { execute: [oauth.allowInsecureRequests] };
  return { id, config: await oauth.discovery(new URL(server.url), id, {}, oauth.None(), options) };
}

let application: Application;
beforeEach(async () => {
  application = await register();
});

/** Signs a person in here, by password or at the identity provider, and then at the application. */
async function signIn(at: 'here' | 'provider' = 'here') {
  const browser = formBrowser(server.url, [provider.issuer]);
  if (at === 'here') {
    const { email } = await server.person('Ann Lee');
    await browser.open('/sign-in');
    await browser.send({ email, password: PASSWORD });
  } else {
    const subject = newId();
    provider.accounts.set(subject, { email: `${subject}@example.com`, email_verified: true, name: 'Ada Byron' });
    provider.signsIn = subject;
    await browser.open('/sso/op/start?return_to=%2Fsign-in');
  }
  return { browser, idToken: await idTokenFor(browser, application) };
}

async function idTokenFor(browser: FormBrowser, { config }: Application): Promise<string> {
  const verifier = oauth.randomPKCECodeVerifier();
  const challenge = await oauth.calculatePKCECodeChallenge(verifier);
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' };
  const address = oauth.buildAuthorizationUrl(config, { redirect_uri: CALLBACK, scope: 'openid profile', ...pkce });
  await browser.open(address.href);
  const { leadsTo } = await browser.send({ decision: 'allow' });
  const tokens = await oauth.authorizationCodeGrant(config, leadsTo as URL, { pkceCodeVerifier: verifier });
  return tokens.id_token ?? '';
}

const logoutAddress = (members: Record<string, string>): string =>
  oauth.buildEndSessionUrl(application.config, members).href;

const isSignedIn = async (browser: FormBrowser): Promise<boolean> =>
  (await browser.open('/sign-out')).text.includes('Sign out?');

test('an application that gives back the ID token signs the person out, and gets the browser back with its state', async () => {
  const { browser, idToken } = await signIn();
  const address = logoutAddress({ id_token_hint: idToken, post_logout_redirect_uri: GOODBYE, state: 'a&b=1' });
  expect(new URL(address).pathname).toBe('/oauth/logout');
  const { leadsTo } = await browser.open(address);
  expect(leadsTo?.href.startsWith(`${GOODBYE}&`)).toBe(true);
  expect(queryOf(leadsTo)).toEqual({ from: 'millrace', state: 'a&b=1' });
  expect(browser.cookies.has('millrace')).toBe(false);
  expect(await isSignedIn(browser)).toBe(false);
  // Again, without anybody to sign out: the application still gets its answer.
  expect((await browser.open(address)).leadsTo?.origin).toBe('https://app.example');
});

test('without an address, the person is told', async () => {
  const { browser, idToken } = await signIn();
  const shown = await browser.open(logoutAddress({ id_token_hint: idToken }));
  expect([new URL(shown.url).pathname, shown.status]).toEqual(['/signed-out', 200]);
  expect(await isSignedIn(browser)).toBe(false);
});

test('a form of the application is the same, and does nothing before the browser has come back with GET', async () => {
  const { browser, idToken } = await signIn();
  const cookie = `millrace=${browser.cookies.get('millrace')}`;
  const body = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: GOODBYE });
  const headers = { cookie, accept: 'text/html', 'sec-fetch-site': 'cross-site', origin: 'https://app.example' };
  const answer = await fetch(`${server.url}/oauth/logout`, { method: 'POST', body, headers, redirect: 'manual' });
  expect(answer.status).toBe(303);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await isSignedIn(browser)).toBe(true);
  expect((await browser.open(answer.headers.get('location') ?? '')).leadsTo?.href).toBe(GOODBYE);
  expect(await isSignedIn(browser)).toBe(false);
});

describe('the person is asked', () => {
  test.each([
    ['without an ID token', async () => ({})],
    ['with one of somebody else', async () => ({ id_token_hint: (await signIn()).idToken })],
    ['with one that another key has signed', async (idToken: string) => ({ id_token_hint: await forged(idToken) })],
    ['with an access token', async () => ({ id_token_hint: await accessToken() })],
  ])('%s', async (_case, hint) => {
    const { browser, idToken } = await signIn();
    const asked = await browser.open(
      logoutAddress({
        ...(await hint(idToken)),
        client_id: application.id,
        post_logout_redirect_uri: GOODBYE,
        state: 's',
      }),
    );
    expect(asked.text).toContain('Wiki &lt;b&gt; asks to sign you out');
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;");
    expect(asked.leadsTo).toBeUndefined();
    await browser.send({ decision: 'stay' });
    expect(await isSignedIn(browser)).toBe(true);
    await browser.open(asked.url);
    // From another site nobody presses the button.
    const forgedPress = await browser.send({ decision: 'signOut' }, { 'sec-fetch-site': 'cross-site' });
    expect(forgedPress.status).toBe(403);
    expect(await isSignedIn(browser)).toBe(true);
    await browser.open(asked.url);
    const { leadsTo } = await browser.send({ decision: 'signOut' });
    expect(queryOf(leadsTo)).toEqual({ from: 'millrace', state: 's' });
    expect(await isSignedIn(browser)).toBe(false);
  });
});

test('an ID token that has expired still says whom it is about', async () => {
  const { browser, idToken } = await signIn();
  const { iat = 0, exp = 0, ...claims } = decodeJwt(idToken);
  const old = await tokens.signIdToken({ ...claims, iat: iat - 9000, exp: exp - 9000 });
  const { leadsTo } = await browser.open(logoutAddress({ id_token_hint: old, post_logout_redirect_uri: GOODBYE }));
  expect(leadsTo?.href).toBe(GOODBYE);
});

test.each([
  ['an address that is not registered', { post_logout_redirect_uri: 'https://evil.example/' }, 'not registered'],
  ['an address that is registered for codes only', { post_logout_redirect_uri: CALLBACK }, 'not registered'],
  ['another application than that of the ID token', { client_id: 'mra_other' }, 'another application'],
  ['a state that is too long', { post_logout_redirect_uri: GOODBYE, state: 'x'.repeat(2001) }, 'state'],
])('refused, and nobody is signed out: %s', async (_case, members, words) => {
  const { browser, idToken } = await signIn();
  const shown = await browser.open(logoutAddress({ id_token_hint: idToken, ...members }));
  expect([shown.status, shown.leadsTo]).toEqual([400, undefined]);
  expect(shown.text).toContain(words);
  expect(await isSignedIn(browser)).toBe(true);
});

test('an address without an application, or of a disabled one, leads nowhere', async () => {
  const stranger = formBrowser(server.url);
  const ask = (members: Record<string, string>) =>
    stranger.open(`/oauth/logout?${new URLSearchParams({ post_logout_redirect_uri: GOODBYE, ...members })}`);
  expect((await ask({})).status).toBe(400);
  expect((await ask({ client_id: application.id })).leadsTo?.href).toBe(GOODBYE);
  await server.database.db`update applications set disabled = true where id = ${application.id}`;
  expect((await ask({ client_id: application.id })).status).toBe(400);
});

describe('a person who signed in at an identity provider (oidc-provider)', () => {
  /** Whether the provider knows the browser still: it then signs it in without a question. */
  const isKnownThere = async (browser: FormBrowser): Promise<boolean> => {
    provider.signsIn = undefined;
    await browser.open('/sso/op/start?return_to=%2Fsign-in');
    return isSignedIn(browser);
  };

  test('is signed out there too, and then goes on to the application', async () => {
    const { browser, idToken } = await signIn('provider');
    const there = await browser.open(
      logoutAddress({ id_token_hint: idToken, post_logout_redirect_uri: GOODBYE, state: 'p q' }),
    );
    expect(new URL(there.url).origin).toBe(provider.issuer);
    const { leadsTo } = await browser.send({ logout: 'yes' });
    expect(queryOf(leadsTo)).toEqual({ from: 'millrace', state: 'p q' });
    expect(await isKnownThere(browser)).toBe(false);
  });

  test('a sign-out by the form of this service offers the one there', async () => {
    const { browser } = await signIn('provider');
    await browser.open('/sign-out');
    const shown = await browser.send({});
    expect(shown.text).toContain('Sign out there too');
    expect(await isKnownThere(browser)).toBe(true);
    const [, href = ''] = /href="([^"]*)">Sign out there too/.exec((await signOutAgain(browser)).text) ?? [];
    await browser.open(href.replaceAll('&amp;', '&'));
    const done = await browser.send({ logout: 'yes' });
    expect(done.text).toContain('You are signed out here and at your identity provider.');
    expect(await isKnownThere(browser)).toBe(false);
  });

  const signOutAgain = async (browser: FormBrowser) => {
    await browser.open('/sign-out');
    return browser.send({});
  };
});

/** The same claims and the same name of the key, signed with another key. */
async function forged(idToken: string): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256');
  const { kid } = decodeProtectedHeader(idToken);
  return new SignJWT(decodeJwt(idToken))
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', ...(kid === undefined ? {} : { kid }) })
    .sign(privateKey);
}

const accessToken = (): Promise<string> => tokens.issue({ userId: newId(), clientId: application.id, scopes: [] });
