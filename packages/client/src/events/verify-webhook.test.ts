import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.js';

const body = JSON.stringify({
  type: 'process.updated',
  timestamp: '2026-03-01T12:00:00.000Z',
  data: { id: 'evt_1', type: 'process.updated', processId: 'p1', sequence: '7', changed: ['state'], replay: false },
});
const id = 'evt_1';
const timestamp = '1772366400';
const now = new Date(1772366400_000);
const signed = `${id}.${timestamp}.${body}`;

const newHmac = () => {
  const bytes = randomBytes(32);
  return {
    secret: `whsec_${bytes.toString('base64')}`,
    signature: `v1,${createHmac('sha256', bytes).update(signed).digest('base64')}`,
  };
};
const newEd25519 = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    secret: `whpk_${publicKey.export({ type: 'spki', format: 'der' }).subarray(12).toString('base64')}`,
    signature: `v1a,${sign(null, Buffer.from(signed), privateKey).toString('base64')}`,
  };
};
const headersWith = (signature: string) => ({
  'webhook-id': id,
  'webhook-timestamp': timestamp,
  'webhook-signature': signature,
});

describe('verifyWebhook', () => {
  test.each([
    ['hmac', newHmac],
    ['ed25519', newEd25519],
  ])('accepts %s, from text or bytes and from any kind of headers', async (_kind, make) => {
    const { secret, signature } = make();
    const headers = headersWith(signature);
    const message = { id, type: 'process.updated', timestamp: '2026-03-01T12:00:00.000Z', data: { sequence: '7' } };
    expect(await verifyWebhook({ body, headers }, secret, { now })).toMatchObject(message);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook({ body: bytes, headers: new Headers(headers) }, secret, { now })).toMatchObject(message);
  });

  test('accepts the vector of the specification of Standard Webhooks', async () => {
    const request = {
      body: '{"test": 2432232314}',
      headers: {
        'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
        'webhook-timestamp': '1614265330',
        'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
      },
    };
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const at = { now: new Date(1614265330_000) };
    // The signature is right, so what is refused is the body, which no webhook of Millrace sends.
    await expect(verifyWebhook(request, secret, at)).rejects.toThrow('The body is no message of a webhook.');
    await expect(verifyWebhook({ ...request, body: `${request.body} ` }, secret, at)).rejects.toThrow('No signature');
  });

  test('accepts one of several signatures and one of several secrets, as during a rotation', async () => {
    const [old, fresh, other] = [newHmac(), newHmac(), newEd25519()];
    const headers = headersWith(`${fresh.signature} ${old.signature}`);
    expect((await verifyWebhook({ body, headers }, old.secret, { now })).id).toBe(id);
    expect((await verifyWebhook({ body, headers }, [other.secret, fresh.secret], { now })).id).toBe(id);
    await expect(verifyWebhook({ body, headers }, other.secret, { now })).rejects.toThrow(WebhookVerificationError);
  });

  const { secret, signature } = newHmac();
  test.each([
    ['another body', { body: body.replace('"7"', '"8"'), headers: headersWith(signature) }],
    ['another id', { body, headers: { ...headersWith(signature), 'webhook-id': 'evt_2' } }],
    ['a signature of another kind', { body, headers: headersWith(signature.replace('v1,', 'v1a,')) }],
    ['a cut signature', { body, headers: headersWith(signature.slice(0, -8)) }],
    ['no base64', { body, headers: headersWith('v1,*') }],
    ['no signature', { body, headers: { 'webhook-id': id, 'webhook-timestamp': timestamp } }],
    ['a time that is none', { body, headers: { ...headersWith(signature), 'webhook-timestamp': 'soon' } }],
  ])('refuses %s', async (_what, request) => {
    await expect(verifyWebhook(request, secret, { now })).rejects.toThrow(WebhookVerificationError);
  });

  test('refuses a request that is too old or of the future', async () => {
    const request = { body, headers: headersWith(signature) };
    for (const seconds of [-301, 301]) {
      const late = { now: new Date(now.getTime() + seconds * 1000) };
      await expect(verifyWebhook(request, secret, late)).rejects.toThrow('too old');
      expect((await verifyWebhook(request, secret, { ...late, toleranceSeconds: 400 })).id).toBe(id);
    }
  });

  test.each(['', 'whsec_', 'whsk_AAAA', 'secret', 'whsec_*'])('refuses %j as a secret', async (text) => {
    await expect(verifyWebhook({ body, headers: headersWith(signature) }, text, { now })).rejects.toThrow(TypeError);
  });
});
