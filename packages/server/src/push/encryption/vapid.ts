import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** The pair of keys that push services know this installation by: base64url. */
export interface PushKeys {
  /** Uncompressed point of P-256, 65 bytes: browsers subscribe for it. */
  readonly publicKey: string;
  readonly privateKey: string;
}

const TWELVE_HOURS_S = 12 * 3600;

/** A new pair. */
export function newPushKeys(): PushKeys {
  const {
    d = '',
    x = '',
    y = '',
  } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { publicKey: point.toString('base64url'), privateKey: d };
}

/**
 * The header by which a push service knows who sends (RFC 8292): good for one origin and twelve hours.
 *
 * @param subject how the operator of the push service reaches that of this installation: a `mailto:` or `https:` address
 */
export function vapidHeader(keys: PushKeys, endpoint: URL, subject: string, now = Date.now()): string {
  const claims = { aud: endpoint.origin, exp: Math.floor(now / 1000) + TWELVE_HOURS_S, sub: subject };
  const text = [{ typ: 'JWT', alg: 'ES256' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const point = Buffer.from(keys.publicKey, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: keys.privateKey,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url');
  return `vapid t=${text}.${signature}, k=${keys.publicKey}`;
}
