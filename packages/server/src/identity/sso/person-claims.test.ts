import { expect, it } from 'vitest';
import { readPersonClaims } from './person-claims.js';
import type { IdentityProvider } from './providers/provider.js';

const provider = (changes: Partial<IdentityProvider> = {}): IdentityProvider => ({
  id: 'test',
  name: 'Test',
  issuer: 'https://id.example.com',
  clientId: 'millrace',
  clientSecret: undefined,
  domains: ['example.com', 'xn--mller-kva.example'],
  provision: false,
  groupsClaim: 'groups',
  scopes: [],
  disabled: false,
  source: 'settings',
  createdTs: undefined,
  ...changes,
});
const entra = 'https://login.microsoftonline.com/1/v2.0';
const google = 'https://accounts.google.com';

it.each<[string, boolean, Record<string, unknown>, Partial<IdentityProvider>]>([
  ['verified and in a domain', true, { email: 'ada@example.com', email_verified: true }, {}],
  ['in another case', true, { email: 'Ada@EXAMPLE.com', email_verified: true }, {}],
  ['a domain in its own script', true, { email: 'ada@müller.example', email_verified: true }, {}],
  ['verified, said as text', true, { email: 'ada@example.com', email_verified: 'true' }, {}],
  ['not verified', false, { email: 'ada@example.com', email_verified: false }, {}],
  ['nothing said about it', false, { email: 'ada@example.com' }, {}],
  ['another domain', false, { email: 'ada@example.org', email_verified: true }, {}],
  ['a domain below', false, { email: 'ada@sub.example.com', email_verified: true }, {}],
  ['the domain as a part of another', false, { email: 'ada@example.com.evil.test', email_verified: true }, {}],
  ['two signs @', false, { email: 'ada@example.com@evil.test', email_verified: true }, {}],
  ['no address', false, { email_verified: true }, {}],
  ['an address that is no text', false, { email: ['ada@example.com'], email_verified: true }, {}],
  ['a provider without domains', false, { email: 'ada@example.com', email_verified: true }, { domains: [] }],
  ['Entra ID with email_verified alone', false, { email: 'ada@example.com', email_verified: true }, { issuer: entra }],
  ['Entra ID whose tenant owns the domain', true, { email: 'ada@example.com', xms_edov: 1 }, { issuer: entra }],
  ['Entra ID whose tenant does not', false, { email: 'ada@example.com', xms_edov: false }, { issuer: entra }],
  ['xms_edov of another provider', false, { email: 'ada@example.com', xms_edov: true }, {}],
  [
    'Google for its organisation',
    true,
    { email: 'a@example.com', email_verified: true, hd: 'example.com' },
    { issuer: google },
  ],
  ['Google for a private account', false, { email: 'a@example.com', email_verified: true }, { issuer: google }],
])('an address is vouched for: %s is %s', (_, expected, claims, changes) => {
  expect(readPersonClaims(claims, provider(changes)).isVouchedFor).toBe(expected);
});

it.each<[string, readonly string[] | undefined, Record<string, unknown>, string]>([
  ['a list', ['a', 'b'], { groups: ['b', 'a', 'b', ''] }, 'groups'],
  ['one text', ['a'], { groups: 'a' }, 'groups'],
  ['what is no text is left out', ['a'], { groups: ['a', 1, { b: 1 }, null, 'x'.repeat(257)] }, 'groups'],
  ['absent means none', [], {}, 'groups'],
  ['a name with dots', ['a'], { 'https://example.com/groups': ['a'] }, 'https://example.com/groups'],
  ['a path', ['a'], { realm_access: { roles: ['a'] } }, 'realm_access.roles'],
  ['too many for the token (Entra ID)', undefined, { _claim_names: { groups: 'src1' } }, 'groups'],
])('groups: %s', (_, expected, claims, groupsClaim) => {
  expect(readPersonClaims(claims, provider({ groupsClaim })).groups).toEqual(expected);
});

it('groups are not read without a claim for them', () => {
  expect(readPersonClaims({ groups: ['a'] }, provider({ groupsClaim: undefined })).groups).toBeUndefined();
});

it.each([
  ['Ada Byron', { name: 'Ada Byron', given_name: 'x' }],
  ['Ada Byron', { given_name: 'Ada', family_name: 'Byron' }],
  ['ada', { preferred_username: 'ada', name: '  ' }],
  [undefined, { name: 'a\nb' }],
])('the name is %s', (name, claims) => {
  expect(readPersonClaims(claims, provider()).name).toBe(name);
});
