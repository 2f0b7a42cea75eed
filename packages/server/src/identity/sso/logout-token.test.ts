import { UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { plainFetch } from '../testing/plain-fetch.js';
import { type ScriptedIssuer, startScriptedIssuer } from '../testing/scripted-issuer.js';
import { verifyLogoutToken } from './logout-token.js';
import type { IdentityProvider } from './providers/provider.js';
import { createRelyingParty } from './relying-party.js';

const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const party = createRelyingParty({ fetch: plainFetch, privateHosts: [], keysCooldownMs: 60_000 });
const seconds = () => Math.floor(Date.now() / 1000);
type Claims = Record<string, unknown>;

let issuer: ScriptedIssuer;
let provider: IdentityProvider;
beforeAll(async () => {
  issuer = await startScriptedIssuer('millrace');
  provider = {
    id: 'test',
    name: 'Test',
    issuer: issuer.issuer,
    clientId: 'millrace',
    clientSecret: undefined,
    domains: [],
    provision: false,
    groupsClaim: undefined,
    scopes: [],
    disabled: false,
    source: 'settings',
    createdTs: undefined,
  };
});
afterAll(() => issuer?.stop());

const good = (): Claims => ({
  iss: issuer.issuer,
  aud: 'millrace',
  iat: seconds(),
  exp: seconds() + 120,
  jti: 'one',
  sub: 'ada',
  sid: 'session-1',
  events: EVENTS,
});
const verify = (token: string) => verifyLogoutToken(party, provider, token, Date.now());

test('a logout token names a session, a person or both', async () => {
  const whole = await issuer.sign(good(), { typ: 'logout+jwt' });
  await expect(verify(whole)).resolves.toMatchObject({ sid: 'session-1', subject: 'ada', jti: 'one' });
  const { sid: _, ...person } = good();
  await expect(verify(await issuer.sign(person))).resolves.toMatchObject({ sid: undefined, subject: 'ada' });
  const { sub: __, ...session } = good();
  await expect(verify(await issuer.sign(session))).resolves.toMatchObject({ sid: 'session-1', subject: undefined });
});

it.each<[string, (claims: Claims) => Claims]>([
  ['a nonce, which makes it an ID token', (claims) => ({ ...claims, nonce: 'n' })],
  ['no events', ({ events: _, ...claims }) => claims],
  ['another event', (claims) => ({ ...claims, events: { 'http://example.com/event': {} } })],
  ['an event that is no object', (claims) => ({ ...claims, events: { [Object.keys(EVENTS)[0] ?? '']: true } })],
  ['neither session nor person', ({ sid: _, sub: __, ...claims }) => claims],
  ['no jti', ({ jti: _, ...claims }) => claims],
  ['an empty jti', (claims) => ({ ...claims, jti: '' })],
  ['no iat', ({ iat: _, ...claims }) => claims],
  ['an old iat', (claims) => ({ ...claims, iat: seconds() - 700 })],
  ['an end in the past', (claims) => ({ ...claims, exp: seconds() - 61 })],
  ['another audience', (claims) => ({ ...claims, aud: 'another' })],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://other.example' })],
  ['a sid that is no text', (claims) => ({ ...claims, sid: 1 })],
])('refused: %s', async (_, change) => {
  await expect(verify(await issuer.sign(change(good())))).rejects.toMatchObject({ name: 'LogoutTokenError' });
});

it('refused: no signature, another type, no token at all', async () => {
  for (const token of [
    new UnsecuredJWT(good()).encode(),
    await issuer.sign(good(), { typ: 'at+jwt' }),
    'text',
    '',
    (await issuer.sign(good())).slice(0, -4),
  ]) {
    await expect(verify(token)).rejects.toMatchObject({ name: 'LogoutTokenError' });
  }
});

it('keys that nobody knows do not make the server ask for keys each time', async () => {
  await verify(await issuer.sign(good()));
  const before = issuer.requests.length;
  for (let index = 0; index < 5; index += 1) {
    await expect(verify(await issuer.sign(good(), { kid: `unknown-${index}` }))).rejects.toMatchObject({
      name: 'LogoutTokenError',
    });
  }
  expect(issuer.requests.length - before).toBeLessThanOrEqual(1);
});
