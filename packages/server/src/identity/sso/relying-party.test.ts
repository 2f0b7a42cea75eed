import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { createTestBrowser } from '../testing/oidc-browser.js';
import { type OidcTestProvider, startOidcTestProvider } from '../testing/oidc-test-provider.js';
import { plainFetch } from '../testing/plain-fetch.js';
import { type ScriptedIssuer, startScriptedIssuer } from '../testing/scripted-issuer.js';
import type { IdentityProvider } from './providers/provider.js';
import { createRelyingParty } from './relying-party.js';

const CALLBACK = 'http://127.0.0.1:1/sso/test/callback';
const secrets = {
  state: 's'.repeat(43),
  nonce: 'n'.repeat(43),
  codeVerifier: 'v'.repeat(43),
};
const refused = { code: 'ERROR_SINGLE_SIGN_ON_REFUSED' };

let honest: OidcTestProvider;
let liar: ScriptedIssuer;
beforeAll(async () => {
  honest = await startOidcTestProvider({ redirectUris: [CALLBACK] });
  honest.accounts.set('ada', {
    email: 'ada@example.com',
    email_verified: true,
    name: 'Ada Byron',
    groups: ['finance'],
  });
  honest.signsIn = 'ada';
  liar = await startScriptedIssuer('millrace');
});
afterAll(async () => {
  await Promise.all([honest?.stop(), liar?.stop()]);
});
beforeEach(() => liar.reset());

const providerAt = (issuer: string, changes: Partial<IdentityProvider> = {}): IdentityProvider => ({
  id: 'test',
  name: 'Test',
  issuer,
  clientId: 'millrace',
  clientSecret: 'millrace-client-secret',
  domains: ['example.com'],
  provision: false,
  groupsClaim: undefined,
  scopes: [],
  disabled: false,
  source: 'settings',
  createdTs: undefined,
  ...changes,
});
const party = (keysCooldownMs = 0) => createRelyingParty({ fetch: plainFetch, privateHosts: [], keysCooldownMs });

describe('with a certified provider', () => {
  const signIn = async (relying = party(), provider = providerAt(honest.issuer), browser = createTestBrowser()) => {
    const url = await relying.authorizationUrl(provider, { ...secrets, redirectUri: CALLBACK });
    const callback = await browser.followTo(url.href, ({ href }) => href.startsWith(CALLBACK));
    return { callback, redeem: () => relying.redeem(provider, callback, secrets) };
  };

  test('the request has code, PKCE with S256, state and nonce, and no secret', async () => {
    const provider = providerAt(honest.issuer, { scopes: ['groups'] });
    const url = await party().authorizationUrl(provider, { ...secrets, redirectUri: CALLBACK, maxAge: 0 });
    const sent = Object.fromEntries(url.searchParams);
    expect(sent).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: secrets.state,
      nonce: secrets.nonce,
      scope: 'openid email profile groups',
      max_age: '0',
      prompt: 'login',
    });
    expect(sent.code_challenge).not.toBe(secrets.codeVerifier);
    expect(url.href).not.toContain(provider.clientSecret);
  });

  test('a sign-in gives subject, claims of the userinfo endpoint, session and time', async () => {
    const provider = providerAt(honest.issuer, { scopes: ['groups'], groupsClaim: 'groups' });
    const { redeem } = await signIn(party(), provider);
    const identified = await redeem();
    expect(identified).toMatchObject({
      subject: 'ada',
      claims: { email: 'ada@example.com', email_verified: true, name: 'Ada Byron', groups: ['finance'] },
      endSessionEndpoint: `${honest.issuer}/session/end`,
    });
    expect(Date.now() - (identified.authenticatedAt?.getTime() ?? 0)).toBeLessThan(10_000);
  });

  test('a code is good once', async () => {
    const { redeem } = await signIn();
    await redeem();
    await expect(redeem()).rejects.toMatchObject({ detail: expect.stringContaining('used before, or is too old') });
  });

  test('a code is good only with the verifier, the state and the nonce of its sign-in', async () => {
    const relying = party();
    const provider = providerAt(honest.issuer);
    for (const part of ['codeVerifier', 'state', 'nonce'] as const) {
      const { callback } = await signIn(relying);
      await expect(
        relying.redeem(provider, callback, { ...secrets, [part]: 'x'.repeat(43) }),
        part,
      ).rejects.toMatchObject({ id: expect.any(Number) });
    }
  });

  test('a person who cancels is told what the provider said', async () => {
    honest.signsIn = undefined;
    const { redeem } = await signIn();
    honest.signsIn = 'ada';
    await expect(redeem()).rejects.toMatchObject({
      detail: 'Test refused the sign-in: access_denied (The person cancelled). Start the sign-in again.',
    });
  });

  test('after a change of the key the new one is fetched', async () => {
    const relying = party();
    await (await signIn(relying)).redeem();
    await honest.rotateKey();
    await expect((await signIn(relying)).redeem()).resolves.toMatchObject({ subject: 'ada' });
  });
});

describe('refuses what a provider must not say:', () => {
  const redeem = async (changes: { readonly query?: Record<string, string>; readonly maxAge?: number } = {}) => {
    const callback = new URL(CALLBACK);
    const query = { code: secrets.nonce, state: secrets.state, iss: liar.issuer, ...changes.query };
    for (const [name, value] of Object.entries(query)) callback.searchParams.set(name, value);
    const { maxAge } = changes;
    return party().redeem(providerAt(liar.issuer), callback, {
      ...secrets,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
  };
  const now = () => Math.floor(Date.now() / 1000);

  it('nothing, when it is honest', async () => {
    await expect(redeem({ maxAge: 60 })).resolves.toMatchObject({ subject: 'ada' });
  });

  it.each<[string, (claims: Record<string, unknown>) => Promise<string> | string, string]>([
    ['another nonce', (claims) => liar.sign({ ...claims, nonce: 'other' }), '"nonce"'],
    ['no nonce', ({ nonce: _, ...claims }) => liar.sign(claims), 'Test'],
    ['a token for another client', (claims) => liar.sign({ ...claims, aud: 'another' }), '"aud"'],
    [
      'a token for several, made for another',
      (claims) => liar.sign({ ...claims, aud: ['millrace', 'b'], azp: 'b' }),
      '"azp"',
    ],
    ['a token of another issuer', (claims) => liar.sign({ ...claims, iss: 'https://other.example' }), '"iss"'],
    ['an expired token', (claims) => liar.sign({ ...claims, iat: now() - 600, exp: now() - 61 }), 'has expired'],
    ['a token without an end', ({ exp: _, ...claims }) => liar.sign(claims), 'Test'],
    ['a token of the future', (claims) => liar.sign({ ...claims, nbf: now() + 120 }), 'not valid yet'],
    ['a sign-in of long ago', (claims) => liar.sign({ ...claims, auth_time: now() - 600 }), 'too long ago'],
    ['a sign-in of an unknown time', ({ auth_time: _, ...claims }) => liar.sign(claims), 'Test'],
    ['an unsigned token', (claims) => new UnsecuredJWT(claims).encode(), 'not signed'],
    [
      'a token signed with the secret of the client',
      (claims) =>
        new SignJWT(claims)
          .setProtectedHeader({ alg: 'HS256' })
          .sign(new TextEncoder().encode('millrace-client-secret')),
      'not with a public key',
    ],
    [
      'a token signed with another key under its name',
      async (claims) => liar.sign(claims, {}, (await generateKeyPair('ES256')).privateKey),
      'the signature',
    ],
    [
      'a token signed with a key that is not published',
      async (claims) => liar.sign(claims, { kid: 'k2' }, (await generateKeyPair('ES256')).privateKey),
      'does not publish',
    ],
  ])('%s', async (_, idToken, detail) => {
    liar.script.idToken = async (claims) => idToken(claims);
    await expect(redeem({ maxAge: 60 })).rejects.toMatchObject({
      name: 'CatalogueError',
      detail: expect.stringContaining(detail),
    });
  });

  it('a token whose times are off by less than 60 seconds is taken', async () => {
    liar.script.idToken = (claims) => liar.sign({ ...claims, iat: now() + 50, exp: now() - 50 });
    await expect(redeem()).resolves.toMatchObject({ subject: 'ada' });
  });

  it.each([
    ['an answer of another provider (mix-up)', { iss: 'https://evil.example' }, 'another provider than Test'],
    ['an answer that does not say whose it is', { iss: '' }, 'another provider than Test'],
    ['another state', { state: 'x'.repeat(43) }, 'Test'],
  ])('%s', async (_, query, detail) => {
    const before = liar.requests.length;
    await expect(redeem({ query })).rejects.toMatchObject({ detail: expect.stringContaining(detail) });
    // The code goes to nobody.
    expect(liar.requests.slice(before)).not.toContain('POST /token');
  });

  it('a document of another issuer, and one without what is needed', async () => {
    liar.script.discovery = (document) => ({ ...document, issuer: 'https://evil.example' });
    await expect(party().check(providerAt(liar.issuer))).rejects.toMatchObject({
      status: 502,
      detail: expect.stringContaining('names another issuer'),
    });
    liar.script.discovery = ({ jwks_uri: _, ...document }) => document;
    await expect(party().check(providerAt(liar.issuer))).rejects.toMatchObject({
      detail: expect.stringContaining('lacks jwks_uri'),
    });
  });

  it('wrong credentials of this service, as a matter of the operator', async () => {
    liar.script.tokenAnswer = { status: 401, body: { error: 'invalid_client' } };
    await expect(redeem()).rejects.toMatchObject({
      status: 502,
      detail: expect.stringContaining('The operator must correct'),
    });
  });
});

test('a provider that is down is named, and asked again the next time', async () => {
  const down = await startScriptedIssuer('millrace');
  const provider = providerAt(down.issuer, { name: 'Entra ID' });
  const relying = party();
  await down.stop();
  await expect(relying.authorizationUrl(provider, { ...secrets, redirectUri: CALLBACK })).rejects.toMatchObject({
    status: 502,
    detail: expect.stringMatching(/^Entra ID did not answer: .* sign in another way\.$/),
  });
});

test('errors are of the catalogue', async () => {
  await expect(
    party().redeem(
      providerAt(liar.issuer),
      new URL(`${CALLBACK}?error=access_denied&state=${secrets.state}&iss=${liar.issuer}`),
      secrets,
    ),
  ).rejects.toMatchObject({ message: expect.stringContaining(refused.code) });
});
