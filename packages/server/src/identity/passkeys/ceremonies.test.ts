import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createAuthenticator, type Misbehaviour } from '../testing/authenticator.js';
import {
  challengeOf,
  newChallenge,
  type Passkey,
  PasskeyRefused,
  passkeyIdOf,
  registrationOptions,
  signInOptions,
  verifyRegistration,
  verifySignIn,
} from './ceremonies.js';

const party = { id: 'millrace.example', origin: 'https://millrace.example' };
const ann = { id: '01971f2e-6c00-7a11-8000-000000000111', name: 'Ann', email: 'ann@example.com' };

async function register(wrong: Misbehaviour = {}, device?: 'synced') {
  const authenticator = createAuthenticator(party.origin, device);
  const options = await registrationOptions(party, newChallenge(), ann, []);
  const answer = authenticator.create(options, wrong);
  return { authenticator, options, answer, passkey: await verifyRegistration(party, options.challenge, answer) };
}

async function signIn(
  authenticator: ReturnType<typeof createAuthenticator>,
  passkey: Passkey,
  wrong: Misbehaviour = {},
) {
  const options = await signInOptions(party, newChallenge());
  return verifySignIn(party, options.challenge, authenticator.get(options, wrong), passkey, ann.id);
}

afterEach(() => vi.restoreAllMocks());

test('a registered passkey signs in; its counter goes up', async () => {
  const { authenticator, options, passkey, answer } = await register();
  expect(options).toMatchObject({
    rp: { id: party.id },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  expect(options.user.id).not.toContain('ann');
  expect(challengeOf(answer)).toBe(options.challenge);
  expect(passkeyIdOf(answer)).toBe(authenticator.id);
  expect(passkey).toMatchObject({ id: authenticator.id, counter: 1, backupEligible: false, backedUp: false });
  expect(await signIn(authenticator, passkey)).toEqual({ counter: 2, backedUp: false });
});

test('a synced passkey does not count and is backed up', async () => {
  const { authenticator, passkey } = await register({}, 'synced');
  expect(passkey).toMatchObject({
    counter: 0,
    backupEligible: true,
    backedUp: true,
    transports: ['internal', 'hybrid'],
  });
  expect(await signIn(authenticator, passkey)).toEqual({ counter: 0, backedUp: true });
});

test('registering again names the passkeys that are there', async () => {
  const { excludeCredentials } = await registrationOptions(party, newChallenge(), ann, [
    { id: 'abc', transports: ['usb'] },
  ]);
  expect(excludeCredentials).toMatchObject([{ id: 'abc', transports: ['usb'] }]);
});

const wrongs: readonly [string, Misbehaviour][] = [
  ['a page of another origin', { origin: 'https://evil.example' }],
  ['another port of the host', { origin: 'https://millrace.example:8443' }],
  ['no TLS', { origin: 'http://millrace.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['another challenge', { challenge: newChallenge() }],
  ['no user verification', { userVerified: false }],
  ['no user presence', { userPresent: false }],
];

describe('a registration is refused', () => {
  test.each<[string, Misbehaviour]>([...wrongs, ['a sign-in as a registration', { type: 'webauthn.get' }]])(
    '%s',
    async (_name, wrong) => {
      await expect(register(wrong)).rejects.toThrow(PasskeyRefused);
    },
  );

  test('with certificates, whose addresses for revocation nobody calls', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    await expect(register({ attestation: 'packed-x5c' })).rejects.toThrow('packed was not asked for');
    expect(fetched).not.toHaveBeenCalled();
  });
});

describe('a sign-in is refused', () => {
  test.each<[string, Misbehaviour]>([
    ...wrongs,
    ['a registration as a sign-in', { type: 'webauthn.create' }],
    ['a replayed counter', { counter: 1 }],
    ['a counter that went back', { counter: 0 }],
    ['a foreign key', { foreignKey: true }],
    ['the handle of another user', { userHandle: randomBytes(16).toString('base64url') }],
  ])('%s', async (_name, wrong) => {
    const { authenticator, passkey } = await register();
    await expect(signIn(authenticator, passkey, wrong)).rejects.toThrow(PasskeyRefused);
  });

  test('a foreign credential', async () => {
    const { passkey } = await register();
    const other = await register();
    await expect(signIn(other.authenticator, passkey)).rejects.toThrow('another passkey');
  });
});

test.each<[string, unknown]>([
  ['null', null],
  ['an empty object', {}],
  ['a response of nothing', { id: 'a', rawId: 'a', response: null }],
  ['numbers', { id: 1, rawId: 1, response: { clientDataJSON: 1 } }],
  [
    'no JSON',
    {
      id: 'a',
      rawId: 'a',
      response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', authenticatorData: 'AA', signature: 'AA' },
    },
  ],
])('%s is refused and breaks nothing', async (_name, answer) => {
  const { passkey } = await register();
  expect(() => challengeOf(answer)).toThrow(PasskeyRefused);
  await expect(verifyRegistration(party, newChallenge(), answer)).rejects.toThrow(PasskeyRefused);
  await expect(verifySignIn(party, newChallenge(), answer, passkey, ann.id)).rejects.toThrow(PasskeyRefused);
});
