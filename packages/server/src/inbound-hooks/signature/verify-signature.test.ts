import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import type { HookDefinition } from '../hook/hook.js';
import { verifySignature } from './verify-signature.js';

type Given = Pick<HookDefinition, 'scheme' | 'signature'>;

const verify = (
  definition: Given,
  secrets: readonly string[],
  headers: Record<string, string>,
  body: string,
  now = 1614265330,
) => verifySignature(definition, secrets, { headers, body: Buffer.from(body) }, now);

it('[GitHub] the published example is accepted', () => {
  // https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation
  const header = 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17';
  const secret = "It's a Secret to Everybody";
  const check = (text: string, body = 'Hello, World!') =>
    verify({ scheme: 'github' }, [secret], { 'x-hub-signature-256': text }, body);
  expect(check(header)).toBeUndefined();
  expect(check(header, 'Hello, World?')).toContain('not made with a secret');
  expect(check(header.replace('sha256=', 'sha1='))).toContain('does not begin with "sha256="');
  expect(check(`${header}00`)).toContain('not made with a secret');
  expect(check('sha256=')).toContain('not made with a secret');
});

it('[Standard Webhooks] the published example is accepted', () => {
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  };
  const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'];
  const body = '{"test": 2432232314}';
  expect(verify({ scheme: 'standard' }, secrets, headers, body)).toBeUndefined();
  expect(verify({ scheme: 'standard' }, ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], headers, body)).toBeUndefined();
  const other = { ...headers, 'webhook-id': 'msg_2' };
  expect(verify({ scheme: 'standard' }, secrets, other, body)).toContain('not made with a secret');
});

it('[Standard Webhooks] the package of the standard signs, also with two secrets while one is rotated', () => {
  const [old, current] = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'];
  const now = new Date('2026-01-31T09:30:00Z');
  const body = '{"type":"a","data":{"ü":1}}';
  const headers = (signature: string) => ({
    'webhook-id': 'm1',
    'webhook-timestamp': String(now.getTime() / 1000),
    'webhook-signature': signature,
  });
  const signed = new Webhook(old).sign('m1', now, body);
  const check = (secrets: readonly string[], signature: string) =>
    verify({ scheme: 'standard' }, secrets, headers(signature), body, now.getTime() / 1000);
  expect(check([old], signed)).toBeUndefined();
  expect(check([current, old], signed)).toBeUndefined();
  expect(check([current], `${new Webhook(current).sign('m1', now, body)} ${signed}`)).toBeUndefined();
  expect(check([current], signed)).toContain('not made with a secret');
  expect(check([old], signed.replace('v1,', 'v1a,'))).toContain('not made with a secret');
});

it('[Stripe] what stripe-node 18.5.0 signs is accepted', () => {
  const body = '{"id":"evt_1","object":"event","type":"invoice.paid"}';
  const v1 = '7f05f5d53a8d6765a225ba05aefdffda66d1a56c436e4c9f2d675e8256ac735b';
  const check = (header: string, now?: number) =>
    verify({ scheme: 'stripe' }, ['whsec_test_secret'], { 'stripe-signature': header }, body, now);
  expect(check(`t=1614265330,v1=${v1}`)).toBeUndefined();
  // While a secret is rotated, Stripe sends a signature for each; v0 is for tests.
  expect(check(`t=1614265330,v1=${'0'.repeat(64)},v1=${v1},v0=${'1'.repeat(64)}`)).toBeUndefined();
  expect(check(`t=1614265330,v0=${v1}`)).toContain('not made with a secret');
  expect(check(`t=1614265331,v1=${v1}`)).toContain('not made with a secret');
  expect(check(`v1=${v1}`)).toContain('no time');
});

it.each([
  [1614265330 + 300, undefined],
  [1614265330 - 300, undefined],
  [1614265330 + 301, 'Its time is 301 seconds away; at most 300 are accepted.'],
  [1614265330 - 301, 'Its time is 301 seconds away; at most 300 are accepted.'],
])('at %i a time of 1614265330 gives %s', (now, expected) => {
  const body = '{"id":"evt_1","object":"event","type":"invoice.paid"}';
  const header = 't=1614265330,v1=7f05f5d53a8d6765a225ba05aefdffda66d1a56c436e4c9f2d675e8256ac735b';
  const stripe = verify({ scheme: 'stripe' }, ['whsec_test_secret'], { 'stripe-signature': header }, body, now);
  expect(stripe).toBe(expected);
  const standard = verify(
    { scheme: 'standard' },
    ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
    '{"test": 2432232314}',
    now,
  );
  expect(standard).toBe(expected);
});

it.each([
  ['sha256', 'hex', ''],
  ['sha512', 'base64', 'HMAC '],
  ['sha1', 'hex', 'sha1='],
] as const)('[HMAC] %s in %s after "%s"', (algorithm, encoding, prefix) => {
  const definition: Given = { scheme: 'hmac', signature: { header: 'X-Signature', algorithm, encoding, prefix } };
  const signature = createHmac(algorithm, 'the shared secret').update('{"a":1}').digest(encoding);
  const check = (text: string) => verify(definition, ['the shared secret'], { 'x-signature': text }, '{"a":1}');
  expect(check(`${prefix}${signature}`)).toBeUndefined();
  expect(check(`${prefix}${signature.slice(0, -4)}`)).toContain('not made with a secret');
  expect(verify(definition, ['the shared secret'], {}, '{"a":1}')).toBe('It lacks the header X-Signature.');
});

it.each(['standard', 'github', 'stripe'] as const)('[%s] a delivery without its headers is refused', (scheme) => {
  expect(verify({ scheme }, ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'], {}, '{}')).toMatch(/^It lacks/);
});
