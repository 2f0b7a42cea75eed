import { SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestBrowser } from '../../identity/testing/oidc-browser.js';
import { plainFetch } from '../../identity/testing/plain-fetch.js';
import { type ScriptedIssuer, startScriptedIssuer } from '../../identity/testing/scripted-issuer.js';
import { type PageServer, startPageServer } from '../testing/page-server.js';

let issuer: ScriptedIssuer;
let server: PageServer;
beforeAll(async () => {
  issuer = await startScriptedIssuer('millrace');
  server = await startPageServer({
    identityProviders: () => ({
      configured: [
        {
          id: 'op',
          name: 'Work & <account>',
          issuer: issuer.issuer,
          clientId: 'millrace',
          clientSecret: 'secret',
          domains: ['example.com'],
          provision: true,
          groupsClaim: undefined,
          scopes: [],
          disabled: false,
          source: 'settings',
          createdTs: undefined,
        },
      ],
      privateHosts: [],
      fetch: plainFetch,
    }),
  });
});
afterAll(async () => {
  await Promise.all([server?.close(), issuer?.stop()]);
});

/** Signs in up to the provider, and answers the address that it would send the browser back to. */
async function comeBack(browser = createTestBrowser(), path = '/sso/op/start?return_to=%2Fsign-in') {
  const started = await browser.get(`${server.url}${path}`);
  expect(started.status).toBe(303);
  const { searchParams } = new URL(started.headers.get('location') ?? '');
  const callback = new URL(searchParams.get('redirect_uri') ?? '');
  // The scripted issuer takes the nonce for the code.
  callback.searchParams.set('code', searchParams.get('nonce') ?? '');
  callback.searchParams.set('state', searchParams.get('state') ?? '');
  callback.searchParams.set('iss', issuer.issuer);
  return { browser, callback, started };
}

const logout = (token: string) =>
  fetch(`${server.url}/sso/op/back-channel-logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: token }),
  });

test('a browser goes to the provider, comes back with a session, and a logout token ends it, once', async () => {
  const { browser, callback, started } = await comeBack();
  expect(started.headers.getSetCookie()[0]).toMatch(
    /^millrace-sso=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/,
  );
  issuer.script.idToken = (claims) => issuer.sign({ ...claims, sid: 'session-1' });
  const answer = await browser.get(callback.href);
  issuer.reset();
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/sign-in']);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  const me = await server.identity.authentication.session(browser.cookies.get(server.url)?.get('millrace') ?? '');
  expect(me).toMatchObject({ method: 'sso:op', principal: { name: 'ada@example.com' } });

  const now = Math.floor(Date.now() / 1000);
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  const claims = {
    iss: issuer.issuer,
    aud: 'millrace',
    iat: now,
    exp: now + 60,
    jti: 'once',
    sid: 'session-1',
    events,
  };
  const token = await issuer.sign(claims, { typ: 'logout+jwt' });
  const secret = new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode('secret'.repeat(8)));
  expect((await logout(await secret)).status).toBe(400);
  const done = await logout(token);
  expect([done.status, done.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await server.database.db`select from sessions where user_id = ${me.principal.userId}`).toHaveLength(0);
  const again = await logout(token);
  expect([again.status, await again.json()]).toEqual([
    400,
    { error: 'invalid_request', error_description: 'The logout token was used before.' },
  ]);
});

test('a callback in another browser is a page that says what to do, and sets no session', async () => {
  const { callback } = await comeBack();
  const other = createTestBrowser();
  const answer = await other.get(callback.href);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain('not started in this browser');
  expect(other.cookies.get(server.url)?.size).toBe(0);
});

test('the sign-in page has a button for each provider, and the page after a sign-out says so', async () => {
  const browser = createTestBrowser();
  const page = await (await browser.get(`${server.url}/sign-in`)).text();
  expect(page).toContain(`href="${server.url}/sso/op/start"`);
  expect(page).toContain('Continue with Work &amp; &lt;account&gt;');
  expect(await (await browser.get(`${server.url}/sso/op/signed-out`)).text()).toContain('Signed out');
  expect((await browser.get(`${server.url}/sso/none/start`)).status).toBe(404);
});
