import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { GetObjectCommand, PutBucketAclCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { describe, expect, it } from 'vitest';
import { createObjectStore } from '../object-store.js';
import { credential, errorCode, useStore } from '../testing/running-store.js';

const store = useStore({ limits: { idleMs: 300, lingerMs: 500 } });
const listed = useStore({ corsOrigins: ['https://app.example'] });

async function presign(Key: string): Promise<string> {
  return await getSignedUrl(store.client, new PutObjectCommand({ Bucket: 'bucket', Key }), { expiresIn: 60 });
}

/** Sends raw bytes and collects the answer until it matches `until`, the server closes, or the time is over. */
async function raw(text: string, until = /<\/Error>/, ms = 5000): Promise<string> {
  const { hostname, port } = new URL(store.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  const answered = new Promise<void>((resolve) => {
    socket.on('data', (data) => {
      answer += data.toString('latin1');
      if (until.test(answer)) resolve();
    });
    socket.on('close', () => resolve());
  });
  socket.on('error', () => undefined);
  socket.write(text);
  await Promise.race([answered, sleep(ms)]);
  socket.destroy();
  return answer;
}

describe('errors', () => {
  it('are XML with S3’s members and the request id of the header', async () => {
    const response = await fetch(`${store.url}/missing/key?x=1`);
    const body = await response.text();
    expect(response.headers.get('content-type')).toBe('application/xml');
    expect(body).toContain(
      '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist.</Message><Resource>/missing/key</Resource>',
    );
    expect(body).toContain(`<RequestId>${response.headers.get('x-amz-request-id')}</RequestId>`);
  });

  const cases: [string, string, string, string][] = [
    ['GET', '/bucket/%zz', '400', 'InvalidURI'],
    ['GET', '/bucket/%ff', '400', 'InvalidURI'],
    ['GET', '/bucket?policy', '501', 'NotImplemented'],
    ['PUT', '/bucket?lifecycle', '501', 'NotImplemented'],
    ['PATCH', '/bucket/key', '405', 'MethodNotAllowed'],
    ['POST', '/', '405', 'MethodNotAllowed'],
    ['DELETE', '/missing', '404', 'NoSuchBucket'],
    ['DELETE', '/bucket', '403', 'AccessDenied'],
    ['PUT', '/new-bucket', '403', 'AccessDenied'],
  ];
  it.each(cases)('%s %s: %s %s', async (method, path, status, code) => {
    const answer = await raw(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(errorCode(answer)).toBe(code);
  });

  it('say which length is missing', async () => {
    const { pathname, search } = new URL(await presign('k'));
    const { host } = new URL(store.url);
    const answer = await raw(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    expect(errorCode(answer)).toBe('MissingContentLength');
  });

  it('refuse a wrong region, clock, secret and content hash', async () => {
    const put = new PutObjectCommand({ Bucket: 'bucket', Key: 'k', Body: 'x' });
    const secretAccessKey = 'wrong';
    const wrongSecret = store.clientWith({ credentials: { ...credential, secretAccessKey } });
    await expect(wrongSecret.send(put)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const wrongKey = store.clientWith({ credentials: { ...credential, accessKeyId: 'AKIAOTHER' } });
    await expect(wrongKey.send(put)).rejects.toMatchObject({ name: 'InvalidAccessKeyId' });
    const wrongRegion = store.clientWith({ region: 'eu-west-1' });
    await expect(wrongRegion.send(put)).rejects.toMatchObject({ name: 'AuthorizationHeaderMalformed' });
    const wrongClock = store.clientWith({ systemClockOffset: 16 * 60_000 });
    await expect(wrongClock.send(put)).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    const session = store.clientWith({ credentials: { ...credential, sessionToken: 'token' } });
    await expect(session.send(put)).rejects.toMatchObject({ name: 'InvalidToken' });
  });
});

describe('browsers', () => {
  const preflight = {
    origin: 'https://app.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'content-type,x-amz-acl',
  };

  it('may send what they ask for and read the answer’s headers', async () => {
    const response = await fetch(`${store.url}/bucket/k`, { method: 'OPTIONS', headers: preflight });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(response.headers.get('access-control-allow-headers')).toBe('content-type,x-amz-acl');
    const put = await fetch(await presign('cors'), {
      method: 'PUT',
      body: 'x',
      headers: { origin: 'https://app.example' },
    });
    expect(put.headers.get('access-control-allow-origin')).toBe('*');
    expect(put.headers.get('access-control-expose-headers')).toContain('ETag');
    const refused = await fetch(`${store.url}/bucket/k`, { headers: { origin: 'https://app.example' } });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, '*']);
  });

  it('are kept to the configured origins', async () => {
    const ask = async (origin: string) =>
      await fetch(`${listed.url}/bucket/k`, { method: 'OPTIONS', headers: { ...preflight, origin } });
    const allowed = await ask('https://app.example');
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example');
    const refused = await ask('https://evil.example');
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([403, null]);
  });

  it('must say what they ask: OPTIONS without Origin is 400', async () => {
    expect((await fetch(`${store.url}/bucket/k`, { method: 'OPTIONS' })).status).toBe(400);
  });
});

describe('bodies', () => {
  it('are not asked for when the request is refused anyway (100-continue)', async () => {
    const answer = await raw('PUT /bucket/k HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1.1 403 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('are asked for when they are wanted', async () => {
    const url = await presign('continued');
    const request = httpRequest(url, { method: 'PUT', headers: { expect: '100-continue', 'content-length': 5 } });
    request.flushHeaders();
    await once(request, 'continue');
    request.end('12345');
    const [response] = await once(request, 'response');
    expect(response.statusCode).toBe(200);
    response.resume();
  });

  it('that are refused half-way still get the answer, on a connection that goes on working', async () => {
    const response = await fetch(`${store.url}/bucket/k`, { method: 'PUT', body: randomBytes(20_000_000) });
    expect([response.status, errorCode(await response.text())]).toEqual([403, 'AccessDenied']);
  });

  it('of forms that are refused half-way leave the connection working', async () => {
    const { url, fields } = await createPresignedPost(store.client, {
      Bucket: 'bucket',
      Key: 'k',
      Conditions: [['content-length-range', 0, 1000]],
    });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const body = `${parts.join('')}${file}${'x'.repeat(5_000_000)}\r\n--b--\r\n`;
    const { host, pathname } = new URL(url);
    const post = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const answer = await raw(`${post}GET /bucket/none HTTP/1.1\r\nHost: ${host}\r\n\r\n`, /<\/Error>.*<\/Error>/s);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 403']);
  });

  it('of refused forms whose file arrives slowly leave the connection working', async () => {
    const { url, fields } = await createPresignedPost(store.client, { Bucket: 'bucket', Key: 'k' });
    const parts = Object.entries({ ...fields, 'X-Amz-Signature': '0'.repeat(64) }).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="f"\r\n\r\n';
    const [begin, rest] = [`${parts.join('')}${file}${'x'.repeat(1000)}`, `${'x'.repeat(500_000)}\r\n--b--\r\n`];
    const { host, hostname, port, pathname } = new URL(url);
    const length = begin.length + 2 * 500_000 + rest.length;
    const socket = connect(Number(port), hostname);
    let answer = '';
    const seen = (count: number) =>
      new Promise<void>((resolve) => {
        const look = () => (answer.match(/<\/Error>/g)?.length ?? 0) >= count && resolve();
        socket.on('data', look).on('close', () => resolve());
        look();
      });
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    socket.on('error', () => undefined);
    socket.write(
      `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n${begin}`,
    );
    await seen(1);
    for (let piece = 0; piece < 2; piece += 1) {
      socket.write('x'.repeat(500_000));
      await sleep(20);
    }
    socket.write(`${rest}GET /bucket/none HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await Promise.race([seen(2), sleep(5000)]);
    socket.destroy();
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 403', 'HTTP/1.1 403']);
  });

  it('that break off leave nothing and keep the object that was there', async () => {
    const put = new PutObjectCommand({ Bucket: 'bucket', Key: 'kept', Body: 'original' });
    await store.client.send(put);
    const { host, pathname, search } = new URL(await presign('kept'));
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 3000000\r\n\r\n`;
    await raw(head + 'x'.repeat(2_000_000), /never/, 50);
    await expect.poll(() => store.temporaryFiles()).toEqual([]);
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'kept' }));
    expect(await Body?.transformToString()).toBe('original');
  });

  it('of forms that break off leave nothing and keep the object that was there', async () => {
    await store.client.send(new PutObjectCommand({ Bucket: 'bucket', Key: 'kept-form', Body: 'original' }));
    const { url, fields } = await createPresignedPost(store.client, { Bucket: 'bucket', Key: 'kept-form' });
    const parts = Object.entries(fields).map(
      ([name, value]) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const { host, pathname } = new URL(url);
    const head = `POST ${pathname} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000000\r\n\r\n`;
    const file = '--b\r\ncontent-disposition: form-data; name="file"\r\n\r\n';
    await raw(`${head}${parts.join('')}${file}${'x'.repeat(6_000_000)}`, /never/, 200);
    await expect.poll(() => store.temporaryFiles()).toEqual([]);
    const { Body } = await store.client.send(new GetObjectCommand({ Bucket: 'bucket', Key: 'kept-form' }));
    expect(await Body?.transformToString()).toBe('original');
  });

  it('that stall are cut off after the idle time', async () => {
    const { host, pathname, search } = new URL(await presign('stalled'));
    const began = Date.now();
    await raw(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 10\r\n\r\nabc`);
    expect(Date.now() - began).toBeLessThan(4500);
    await expect.poll(() => store.temporaryFiles()).toEqual([]);
  });

  it('may be cut into one-byte pieces', async () => {
    const url = await presign('pieces');
    const request = httpRequest(url, { method: 'PUT', headers: { 'content-length': 5 } });
    // The answer may come before the request is ended: its length is announced.
    const answered = once(request, 'response');
    for (const byte of 'small') {
      request.write(byte);
      await sleep(2);
    }
    request.end();
    const [response] = await answered;
    expect(response.statusCode).toBe(200);
    response.resume();
  });
});

describe('close', () => {
  it('lets an upload in flight finish, then frees the directory', async () => {
    const { directory } = store;
    const options = { directory: `${directory}-closing`, credentials: [credential], buckets: ['bucket'] };
    const running = await createObjectStore(options).listen();
    await expect(createObjectStore(options).listen()).rejects.toThrow(/in use by process/);
    const client = store.clientWith({ endpoint: running.url });
    await client.send(new PutBucketAclCommand({ Bucket: 'bucket', ACL: 'public-read-write' }));
    const request = httpRequest(`${running.url}/bucket/late`, {
      method: 'PUT',
      headers: { 'content-length': 10, connection: 'close' },
    });
    request.write('first');
    await sleep(50);
    const closed = running.close();
    await sleep(50);
    request.end('-rest');
    const [response] = await once(request, 'response');
    response.resume();
    expect(response.statusCode).toBe(200);
    client.destroy();
    await closed;
    const again = await createObjectStore(options).listen();
    await again.close();
    await rm(options.directory, { recursive: true });
  });

  it('does not wait for connections that carry no request, new or kept alive', async () => {
    const options = { directory: `${store.directory}-idle`, credentials: [credential] };
    const running = await createObjectStore(options).listen();
    const { hostname, port } = new URL(running.url);
    const silent = connect(Number(port), hostname);
    const half = connect(Number(port), hostname);
    const kept = connect(Number(port), hostname);
    await Promise.all([silent, half, kept].map((socket) => once(socket, 'connect')));
    half.write('GET / HTTP/1.1\r\nHo');
    kept.write('OPTIONS / HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nAccess-Control-Request-Method: GET\r\n\r\n');
    await once(kept, 'data');
    const gone = Promise.all([silent, half, kept].map((socket) => once(socket.resume(), 'close')));
    for (const socket of [silent, half, kept]) socket.on('error', () => undefined);
    const began = Date.now();
    await running.close();
    // The limit that would otherwise end the waiting is 10 s, and an idle connection’s 20 s.
    expect(Date.now() - began).toBeLessThan(5000);
    await gone;
    await rm(options.directory, { recursive: true });
  });

  it('ends a kept-alive connection with the answer of its last request', async () => {
    const options = { directory: `${store.directory}-last`, credentials: [credential], buckets: ['bucket'] };
    const running = await createObjectStore(options).listen();
    const client = store.clientWith({ endpoint: running.url });
    await client.send(new PutBucketAclCommand({ Bucket: 'bucket', ACL: 'public-read-write' }));
    client.destroy();
    const { hostname, port } = new URL(running.url);
    const socket = connect(Number(port), hostname);
    socket.write('PUT /bucket/k HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n1');
    for (let tries = 0; (await readdir(`${options.directory}/tmp`)).length === 0 && tries < 250; tries++)
      await sleep(20);
    let answer = '';
    socket.on('data', (data) => {
      answer += data.toString('latin1');
    });
    const ended = once(socket, 'close');
    const began = Date.now();
    const closed = running.close();
    socket.write('2');
    await ended;
    await closed;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(Date.now() - began).toBeLessThan(5000);
    await rm(options.directory, { recursive: true });
  });
});
