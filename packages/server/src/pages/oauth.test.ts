import * as oauth from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRegistration } from '../identity/authorization/registration.js';
import { newId } from '../kernel/identifiers.js';
import { testCaller } from '../testing/test-caller.js';
import { type FormBrowser, formBrowser, queryOf, type Shown } from './testing/browser.js';
import { PASSWORD, type PageServer, startPageServer } from './testing/page-server.js';

let server: PageServer;
beforeAll(async () => {
  server = await startPageServer();
});
afterAll(() => server.close());

const CALLBACK = 'https://app.example/callback';
const http = { execute: [oauth.allowInsecureRequests] };
const administrator = () => testCaller(server.database.db, { userId: newId(), name: 'Root', administrator: true });

interface Registered {
  readonly id: string;
  readonly secret: string | undefined;
  readonly config: oauth.Configuration;
}

async function register(
  over: { name?: string; scopes?: string[]; redirectUris?: string[]; confidential?: boolean } = {},
): Promise<Registered> {
  const { application, client_secret: secret } = await server.identity.useCases.createApplication(administrator(), {
    name: 'Assistant',
    scopes: ['process.read', 'openid', 'profile', 'email'],
    redirectUris: [CALLBACK],
    confidential: true,
    ...over,
  });
  const id = application.applicationId;
  const method = secret === undefined ? oauth.None() : oauth.ClientSecretBasic(secret);
  const config = await oauth.discovery(new URL(server.url), id, {}, method, http);
  return { id, secret, config };
}

/** What the application sends a browser to, and what it must remember. */
async function begin({ config }: Pick<Registered, 'config'>, over: Record<string, string> = {}) {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'process.read openid profile email',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    ...over,
  });
  return { verifier, state, address };
}

async function signedIn(name = 'Ann Lee'): Promise<{ browser: FormBrowser; userId: string; email: string }> {
  const { userId, email } = await server.person(name);
  const browser = formBrowser(server.url);
  await browser.open('/sign-in');
  await browser.send({ email, password: PASSWORD });
  return { browser, userId, email };
}

/** Signs a person in at the application, from its first request to its tokens. */
async function authorize(application: Registered, over: Record<string, string> = {}) {
  const person = await signedIn();
  const begun = await begin(application, over);
  await person.browser.open(begun.address.href);
  const { leadsTo } = await person.browser.send({ decision: 'allow' });
  if (leadsTo === undefined) throw new Error('the browser is not sent back');
  const exchange = () =>
    oauth.authorizationCodeGrant(application.config, leadsTo, {
      pkceCodeVerifier: begun.verifier,
      expectedState: begun.state,
      ...(over.nonce === undefined ? {} : { expectedNonce: over.nonce }),
    });
  return { ...person, ...begun, leadsTo, exchange };
}

const tokenRequest = async (members: Record<string, string>, headers: Record<string, string> = {}) => {
  const response = await fetch(`${server.url}/oauth/token`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(members),
  });
  return {
    status: response.status,
    json: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  };
};

const me = async (token: string) => {
  const response = await fetch(`${server.url}/v1/users/getMe`, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, json: (await response.json()) as { user?: { id: string }; scopes?: string[] } };
};

const refusal = (error: string) => expect.objectContaining({ error });

describe('authorization code', () => {
  test('a person signs in, allows an application, and its token acts as the person with what was allowed', async () => {
    const application = await register({ name: 'Ledger <b>helper</b>' });
    const { userId, email } = await server.person('Ann "Lee"');
    const { address, verifier, state } = await begin(application, { nonce: 'n-1' });
    const browser = formBrowser(server.url);
    const signIn = await browser.open(address.href);
    expect(signIn.text).toContain('Ledger &lt;b&gt;helper&lt;/b&gt;');
    expect(signIn.headers.get('content-security-policy')).toContain("form-action 'self' https://app.example;");
    const consent = await browser.send({ email, password: PASSWORD });
    expect(consent.text).toContain('Ann &quot;Lee&quot;');
    expect(consent.text).toContain('Read processes');
    expect(consent.text).not.toContain('Delete processes');
    const { leadsTo } = await browser.send({ decision: 'allow' });
    expect(queryOf(leadsTo)).toMatchObject({ state, iss: server.url });
    const tokens = await oauth.authorizationCodeGrant(application.config, leadsTo as URL, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: 'n-1',
    });
    expect(tokens.scope).toBe('process.read openid profile email');
    expect(tokens.claims()).toMatchObject({ sub: userId, aud: application.id, name: 'Ann "Lee"', email, amr: ['pwd'] });
    expect(await me(tokens.access_token)).toMatchObject({
      status: 200,
      json: { user: { id: userId }, scopes: ['process.read', 'openid', 'profile', 'email'] },
    });
    expect(await oauth.fetchUserInfo(application.config, tokens.access_token, userId)).toEqual({
      sub: userId,
      name: 'Ann "Lee"',
      email,
    });
  });

  test('what was allowed is not asked again, more is, and prompt=consent asks always', async () => {
    const application = await register();
    const { browser } = await authorize(application, { scope: 'openid profile' });
    const again = async (over: Record<string, string>) => browser.open((await begin(application, over)).address.href);
    expect(queryOf((await again({ scope: 'openid' })).leadsTo).code).toBeDefined();
    expect((await again({ scope: 'openid', prompt: 'consent' })).text).toContain('Allow Assistant to act as you?');
    expect((await again({ scope: 'openid process.read' })).text).toContain('Allow Assistant to act as you?');
    await browser.send({ decision: 'allow' });
    expect(queryOf((await again({ scope: 'profile process.read' })).leadsTo).code).toBeDefined();
  });

  test('prompt=none never shows a page', async () => {
    const application = await register();
    const stranger = formBrowser(server.url);
    const ask = async (browser: FormBrowser, over = {}) =>
      queryOf((await browser.open((await begin(application, { prompt: 'none', ...over })).address.href)).leadsTo);
    expect(await ask(stranger)).toMatchObject({ error: 'login_required', iss: server.url });
    const { browser } = await signedIn();
    expect(await ask(browser)).toMatchObject({ error: 'consent_required' });
    await browser.open((await begin(application)).address.href);
    await browser.send({ decision: 'allow' });
    expect(await ask(browser)).toHaveProperty('code');
  });

  test('prompt=login and max_age ask for a new sign-in, once', async () => {
    const application = await register();
    for (const over of [{ prompt: 'login' }, { max_age: '0' }]) {
      const { browser, email } = await signedIn();
      const signIn = await browser.open((await begin(application, over)).address.href);
      expect(new URL(signIn.url).pathname).toBe('/sign-in');
      const consent = await browser.send({ email, password: PASSWORD });
      expect(consent.text).toContain('Allow Assistant to act as you?');
      expect(queryOf((await browser.send({ decision: 'allow' })).leadsTo)).toHaveProperty('code');
    }
  });

  test('a person who declines gives nothing', async () => {
    const application = await register();
    const { browser, userId } = await signedIn();
    const { address } = await begin(application);
    await browser.open(address.href);
    const { leadsTo } = await browser.send({ decision: 'decline' });
    expect(queryOf(leadsTo)).toMatchObject({ error: 'access_denied', iss: server.url });
    expect(await server.database.db`select from consents where user_id = ${userId}`).toHaveLength(0);
  });

  test('a code is good once: its second use ends the tokens of the first', async () => {
    const { exchange, leadsTo, verifier } = await authorize(await register());
    const tokens = await exchange();
    expect((await me(tokens.access_token)).status).toBe(200);
    await expect(exchange()).rejects.toEqual(refusal('invalid_grant'));
    await expect.poll(async () => (await me(tokens.access_token)).status, { timeout: 2500 }).toBe(401);
    expect(leadsTo.href).not.toContain(verifier);
  });

  test('of two exchanges at once, one gets tokens at most', async () => {
    const { exchange } = await authorize(await register());
    const outcomes = await Promise.allSettled([exchange(), exchange(), exchange()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeLessThanOrEqual(1);
  });

  test('a code is refused with another verifier, without one, at another address, by another application and late', async () => {
    const application = await register();
    const other = await register();
    const { leadsTo, verifier } = await authorize(application);
    const code = String(queryOf(leadsTo).code);
    const credentials = { client_id: application.id, client_secret: application.secret ?? '' };
    const good = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK, code_verifier: verifier };
    const attempt = async (members: Record<string, string>) => (await tokenRequest(members)).json.error;
    expect(await attempt({ ...good, ...credentials, code_verifier: oauth.randomPKCECodeVerifier() })).toBe(
      'invalid_grant',
    );
    expect(await attempt({ ...good, ...credentials, code_verifier: '' })).toBe('invalid_request');
    expect(await attempt({ ...good, ...credentials, redirect_uri: `${CALLBACK}/` })).toBe('invalid_grant');
    const others = { client_id: other.id, client_secret: other.secret ?? '' };
    expect(await attempt({ ...good, ...others })).toBe('invalid_grant');
    expect(await attempt({ ...good, client_id: application.id })).toBe('invalid_client');
    expect(await attempt({ ...good, ...credentials, client_secret: 'mrs_wrong' })).toBe('invalid_client');
    await server.database.db`update authorization_codes set expires_ts = now() where grant_id is null`;
    expect(await attempt({ ...good, ...credentials })).toBe('invalid_grant');
  });

  test('what is stored of codes, tokens and secrets is hashes', async () => {
    const application = await register();
    const { exchange, leadsTo } = await authorize(application);
    const tokens = await exchange();
    const rows = await server.database.db<{ text: string }>`
      select (select string_agg(row_to_json(c)::text, '') from authorization_codes c)
        || (select string_agg(row_to_json(r)::text, '') from refresh_tokens r)
        || (select string_agg(row_to_json(a)::text, '') from applications a)
        || (select string_agg(row_to_json(l)::text, '') from audit_log l) as text`;
    for (const secret of [queryOf(leadsTo).code, tokens.refresh_token, application.secret])
      expect(rows[0]?.text).not.toContain(String(secret));
  });

  test('a client of several servers notices an answer of another one (mix-up, RFC 9207)', async () => {
    const { leadsTo, verifier, state } = await authorize(await register());
    const application = await register();
    const forged = new URL(leadsTo);
    forged.searchParams.set('iss', 'https://evil.example');
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    await expect(oauth.authorizationCodeGrant(application.config, forged, checks)).rejects.toThrow();
    forged.searchParams.delete('iss');
    await expect(oauth.authorizationCodeGrant(application.config, forged, checks)).rejects.toThrow();
  });
});

describe('requests to authorize', () => {
  const bad: [string, Record<string, string>, string][] = [
    ['without PKCE', { code_challenge: '' }, 'invalid_request'],
    ['with the challenge itself (plain)', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for a scope that does not exist', { scope: 'everything' }, 'invalid_scope'],
    ['for a scope that the application may not have', { scope: 'process.delete' }, 'invalid_scope'],
    ['for another resource', { resource: 'https://other.example' }, 'invalid_target'],
    ['with an object', { request: 'e30.e30.' }, 'request_not_supported'],
    ['with an odd prompt', { prompt: 'none login' }, 'invalid_request'],
  ];
  test.each(bad)('%s: the application is told', async (_name, over, error) => {
    const { address } = await begin(await register(), over);
    const { leadsTo } = await formBrowser(server.url).open(address.href);
    expect(leadsTo?.origin).toBe('https://app.example');
    expect(queryOf(leadsTo)).toMatchObject({ error, iss: server.url });
  });

  test('with an address that is not registered, or of no application: nobody is sent anywhere', async () => {
    const application = await register();
    for (const over of [
      { redirect_uri: 'https://app.example/callback/' },
      { redirect_uri: 'https://app.example/callback?x=1' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: 'http://app.example/callback' },
      { client_id: 'mra_none' },
    ]) {
      const shown = await formBrowser(server.url).open((await begin(application, over)).address.href);
      expect([shown.status, shown.leadsTo]).toEqual([400, undefined]);
      expect(shown.headers.get('content-type')).toContain('text/html');
      expect(shown.text).toContain(shown.headers.get('x-service-traceid'));
    }
    const response = await fetch((await begin(application, { client_id: 'x' })).address, { redirect: 'manual' });
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });

  test('a repeated parameter is refused', async () => {
    const { address } = await begin(await register());
    const { leadsTo } = await formBrowser(server.url).open(`${address.href}&scope=openid`);
    expect(queryOf(leadsTo)).toMatchObject({ error: 'invalid_request' });
  });

  test('[RFC 8252] a loopback address has any port, and a public application is asked for each time', async () => {
    const redirectUris = ['http://127.0.0.1/done'];
    const application = await register({ confidential: false, redirectUris });
    const { browser } = await signedIn();
    for (const port of [1, 2]) {
      const { address } = await begin(application, { redirect_uri: `http://127.0.0.1:5010${port}/done` });
      const asked = await browser.open(address.href);
      expect(asked.text).toContain('a program on this computer');
      expect((await browser.send({ decision: 'allow' })).leadsTo?.port).toBe(`5010${port}`);
    }
    const { address } = await begin(application, { redirect_uri: 'http://127.0.0.1:50100/other' });
    expect((await browser.open(address.href)).status).toBe(400);
  });

  test('a form of another site neither signs anybody in nor allows anything', async () => {
    const application = await register();
    const { browser, email, userId } = await signedIn();
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ];
    for (const headers of foreign) {
      await browser.open((await begin(application)).address.href);
      expect((await browser.send({ decision: 'allow' }, headers)).status).toBe(403);
    }
    expect(await server.database.db`select from consents where user_id = ${userId}`).toHaveLength(0);
    const stranger = formBrowser(server.url);
    for (const headers of foreign) {
      await stranger.open('/sign-in');
      expect((await stranger.send({ email, password: PASSWORD }, headers)).status).toBe(403);
    }
    expect(stranger.cookies.size).toBe(0);
    await stranger.open('/sign-in');
    expect((await stranger.send({ email, password: PASSWORD }, { origin: server.url })).status).toBe(200);
  });
});

describe('refresh tokens', () => {
  test('are renewed with each use; the second use of one ends all of them', async () => {
    const application = await register();
    const { exchange } = await authorize(application);
    const first = await exchange();
    const second = await oauth.refreshTokenGrant(application.config, String(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await me(second.access_token)).status).toBe(200);
    await expect(oauth.refreshTokenGrant(application.config, String(first.refresh_token))).rejects.toEqual(
      refusal('invalid_grant'),
    );
    await expect(oauth.refreshTokenGrant(application.config, String(second.refresh_token))).rejects.toEqual(
      refusal('invalid_grant'),
    );
    await expect.poll(async () => (await me(second.access_token)).status, { timeout: 2500 }).toBe(401);
    const [row] = await server.database.db<{ after: { reason: string } }>`
      select after from audit_log where action = 'application.endAccess' and subject_id = ${application.id}`;
    expect(row?.after.reason).toBe('A refresh token was used twice.');
  });

  test('are for less, never for more, and for what the application may still have', async () => {
    const application = await register({ scopes: ['process', 'openid'] });
    const { exchange } = await authorize(application, { scope: 'process openid' });
    let { refresh_token: token } = await exchange();
    const less = await oauth.refreshTokenGrant(application.config, String(token), { scope: 'process.read' });
    expect(less.scope).toBe('process.read');
    token = less.refresh_token;
    await expect(oauth.refreshTokenGrant(application.config, String(token), { scope: 'workflow' })).rejects.toEqual(
      refusal('invalid_scope'),
    );
    const { updateApplication } = server.identity.useCases;
    await updateApplication(administrator(), { applicationId: application.id, scopes: ['openid'] });
    const left = await oauth.refreshTokenGrant(application.config, String(token));
    expect(left.scope).toBe('openid');
    await updateApplication(administrator(), { applicationId: application.id, scopes: ['workflow'] });
    await expect(oauth.refreshTokenGrant(application.config, String(left.refresh_token))).rejects.toEqual(
      refusal('invalid_grant'),
    );
  });

  test('another application cannot use one', async () => {
    const { exchange } = await authorize(await register());
    const { refresh_token: token } = await exchange();
    const other = await register();
    await expect(oauth.refreshTokenGrant(other.config, String(token))).rejects.toEqual(refusal('invalid_grant'));
  });
});

describe('access ends within two seconds', () => {
  const ends = async (
    end: (granted: { application: Registered; userId: string; refreshToken: string }) => Promise<unknown>,
  ) => {
    const application = await register();
    const { exchange, userId } = await authorize(application);
    const tokens = await exchange();
    expect((await me(tokens.access_token)).status).toBe(200);
    await end({ application, userId, refreshToken: String(tokens.refresh_token) });
    await expect.poll(async () => (await me(tokens.access_token)).status, { timeout: 2500 }).toBe(401);
    await expect(oauth.refreshTokenGrant(application.config, String(tokens.refresh_token))).rejects.toThrow();
  };
  const cases = () => server.identity.useCases;

  test('when the person is disabled, and enabling brings nothing back', () =>
    ends(async ({ userId }) => {
      await cases().updateUser(administrator(), { userId, disabled: true });
      await cases().updateUser(administrator(), { userId, disabled: false });
    }));
  test('when the tokens of the person are revoked', () =>
    ends(({ userId }) => cases().revokeTokens(administrator(), { userId })));
  test('when the application is disabled', () =>
    ends(({ application }) =>
      cases().updateApplication(administrator(), { applicationId: application.id, disabled: true }),
    ));
  test('when the application is deleted', () =>
    ends(({ application }) => cases().deleteApplication(administrator(), { applicationId: application.id })));
  test('when the person withdraws it', () =>
    ends(async ({ application, userId }) => {
      const caller = testCaller(server.database.db, { userId });
      const { consents } = await cases().getConsents(caller, {});
      expect(consents.map((consent) => consent.application.applicationId)).toEqual([application.id]);
      await cases().revokeConsent(caller, { applicationId: application.id });
      expect((await cases().getConsents(caller, {})).consents).toEqual([]);
    }));
  test('[RFC 7009] when the application gives its token back', () =>
    ends(({ application, refreshToken }) => oauth.tokenRevocation(application.config, refreshToken)));
});

test('[RFC 7009] another application ends nothing, and is told nothing', async () => {
  const application = await register();
  const { exchange } = await authorize(application);
  const tokens = await exchange();
  const other = await register();
  await oauth.tokenRevocation(other.config, String(tokens.refresh_token));
  await oauth.tokenRevocation(other.config, tokens.access_token);
  await oauth.tokenRevocation(other.config, 'whatever');
  await expect(oauth.refreshTokenGrant(application.config, String(tokens.refresh_token))).resolves.toBeDefined();
});

describe('device codes (RFC 8628)', () => {
  const device = async () => {
    const application = await register({ confidential: false });
    const begun = await oauth.initiateDeviceAuthorization(application.config, { scope: 'process.read' });
    // Tests decide first, so that the first question is answered.
    const poll = () => oauth.pollDeviceAuthorizationGrant(application.config, { ...begun, interval: 0.01 });
    return { application, begun, poll };
  };
  const enter = async (browser: FormBrowser, code: string): Promise<Shown> => {
    await browser.open('/device');
    return browser.send({ user_code: code });
  };

  test('a person enters the code and allows it; the code is good once', async () => {
    const { begun, poll } = await device();
    const { browser, userId } = await signedIn();
    const asked = await enter(browser, begun.user_code.toLowerCase().replace('-', ' '));
    expect(asked.text).toContain('Allow Assistant to act as you?');
    expect(asked.text).toContain(begun.user_code);
    expect((await browser.send({ decision: 'allow' })).text).toContain('goes on by itself');
    const tokens = await poll();
    expect(await me(tokens.access_token)).toMatchObject({ json: { user: { id: userId }, scopes: ['process.read'] } });
    await expect(poll()).rejects.toEqual(refusal('invalid_grant'));
    expect((await enter(browser, begun.user_code)).status).toBe(404);
  });

  test('whoever is not signed in comes back to the code after signing in', async () => {
    const { begun } = await device();
    const { email } = await server.person('Bob');
    const browser = formBrowser(server.url);
    const shown = await browser.open(String(begun.verification_uri_complete));
    expect(new URL(shown.url).pathname).toBe('/sign-in');
    const entering = await browser.send({ email, password: PASSWORD });
    expect(entering.text).toContain(`value="${begun.user_code}"`);
  });

  test('declining, waiting, asking too often and too late are told apart', async () => {
    const { application, begun, poll } = await device();
    const ask = async () =>
      (
        await tokenRequest({
          grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
          device_code: begun.device_code,
          client_id: application.id,
        })
      ).json.error;
    expect(await ask()).toBe('authorization_pending');
    expect(await ask()).toBe('slow_down');
    const { browser } = await signedIn();
    await enter(browser, begun.user_code);
    await browser.send({ decision: 'decline' });
    await expect(poll()).rejects.toEqual(refusal('access_denied'));
    const late = await device();
    await server.database.db`update device_codes set expires_ts = now()`;
    await expect(late.poll()).rejects.toEqual(refusal('expired_token'));
  });

  test('a network gets 30 a minute, also when it asks for all of them at once', async () => {
    const { id } = await register({ confidential: false });
    await server.database.db`delete from device_codes`;
    const ask = async () => {
      const body = new URLSearchParams({ client_id: id, scope: 'process.read' });
      return (await fetch(`${server.url}/oauth/device_authorization`, { method: 'POST', body })).status;
    };
    const statuses = await Promise.all(Array.from({ length: 60 }, ask));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(30);
    await server.database.db`delete from device_codes`;
  });
});

describe('registration by applications themselves (RFC 7591)', () => {
  test('gives a client that people are warned of, without the scope admin', async () => {
    const config = await oauth.dynamicClientRegistration(
      new URL(server.url),
      {
        client_name: 'Unknown tool',
        redirect_uris: [CALLBACK],
        post_logout_redirect_uris: ['https://app.example/goodbye'],
        scope: 'process.read admin openid',
      },
      undefined,
      http,
    );
    expect(config.clientMetadata()).toMatchObject({
      scope: 'process.read openid',
      post_logout_redirect_uris: ['https://app.example/goodbye'],
      client_secret_expires_at: 0,
    });
    const { browser } = await signedIn();
    const { address, verifier, state } = await begin({ config }, { scope: 'process.read' });
    expect((await browser.open(address.href)).text).toContain('This application registered itself.');
    const { leadsTo } = await browser.send({ decision: 'allow' });
    const checks = { pkceCodeVerifier: verifier, expectedState: state };
    await expect(oauth.authorizationCodeGrant(config, leadsTo as URL, checks)).resolves.toHaveProperty('access_token');
  });

  test('refuses addresses that are none of an application, and is off unless it is allowed', async () => {
    const registration = async (to: string, body: object) => {
      const response = await fetch(`${to}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [response.status, ((await response.json()) as { error: string }).error];
    };
    for (const uri of ['http://app.example/x', 'javascript:alert(1)', 'https://a.example/#x', 'data:text/html,x', 'x'])
      expect(await registration(server.url, { redirect_uris: [uri] })).toEqual([400, 'invalid_redirect_uri']);
    expect(await registration(server.url, { redirect_uris: [CALLBACK], client_name: 'a\u202eb' })).toEqual([
      400,
      'invalid_client_metadata',
    ]);
    for (const post_logout_redirect_uris of ['x', ['javascript:alert(1)'], Array.from({ length: 21 }, () => CALLBACK)])
      expect(await registration(server.url, { redirect_uris: [CALLBACK], post_logout_redirect_uris })).toEqual([
        400,
        'invalid_client_metadata',
      ]);
    const off = createRegistration({ db: server.database.db, enabled: false });
    await expect(off({ redirect_uris: [CALLBACK] }, 'trace')).rejects.toMatchObject({ id: 1004, status: 404 });
  });

  test('is for 20 a minute, also when more come all at once', async () => {
    const { db } = server.database;
    await db`update applications set created_ts = created_ts - interval '2 minutes' where origin = 'registration'`;
    const open = createRegistration({ db, enabled: true });
    const all = Array.from({ length: 50 }, () => open({ redirect_uris: [CALLBACK] }, newId()));
    const results = await Promise.allSettled(all);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ id: 1003 });
    await db`delete from applications where origin = 'registration' and created_ts > now() - interval '1 minute'`;
  });
});

test('the token endpoint answers errors as RFC 6749 has them, and never keeps an answer', async () => {
  const { status, json, headers } = await tokenRequest({ grant_type: 'password' });
  expect([status, json.error]).toEqual([400, 'unsupported_grant_type']);
  expect(headers.get('content-type')).toContain('application/json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect((await tokenRequest({})).json.error).toBe('invalid_request');
});

test('the metadata of RFC 9728 names the authorization server', async () => {
  for (const path of ['', '/v1']) {
    const response = await fetch(`${server.url}/.well-known/oauth-protected-resource${path}`);
    expect(await response.json()).toMatchObject({ resource: server.url, authorization_servers: [server.url] });
  }
});
