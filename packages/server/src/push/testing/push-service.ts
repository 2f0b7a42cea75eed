import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A browser with the keys of its subscription; it reads messages as RFC 8291 has it, without code of the service. */
export function newBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);
  const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', material, salt, info, length));
  return {
    p256dh: pair.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
    read(body: Buffer): Readonly<Record<string, unknown>> {
      const salt = body.subarray(0, 16);
      const length = body.readUInt8(20);
      const sender = body.subarray(21, 21 + length);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const material = derive(pair.computeSecret(sender), auth, info, 32);
      const decipher = createDecipheriv(
        'aes-128-gcm',
        derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16),
        derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12),
      );
      const record = body.subarray(21 + length);
      decipher.setAuthTag(record.subarray(-16));
      const text = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      if (text.at(-1) !== 2) throw new Error('no delimiter of the last record');
      return JSON.parse(text.subarray(0, -1).toString()) as Readonly<Record<string, unknown>>;
    },
  };
}

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The claims of the sender, whose signature fits the key that the header names (RFC 8292). */
export function claimsOf({ headers }: ReceivedPush): Readonly<Record<string, unknown>> & { readonly key: string } {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const y = point.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const bytes = Buffer.from(`${head}.${claims}`);
  if (!verify('sha256', bytes, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) {
    throw new Error('the signature does not fit');
  }
  return { ...(JSON.parse(Buffer.from(claims, 'base64url').toString()) as object), key };
}

/** A push service on this machine. `answers` are the next statuses; 201 after them. */
export async function startPushService() {
  const received: ReceivedPush[] = [];
  const answers: number[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(answers.shift() ?? 201).end();
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    answers,
    stop: () => new Promise<void>((done) => server.close(() => done())),
  };
}
