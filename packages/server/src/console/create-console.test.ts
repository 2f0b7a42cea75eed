import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBareApp } from '../http/app.js';
import { type ConsoleFiles, readConsole } from './console-files.js';
import { createConsole } from './create-console.js';
import { type ConsoleBuild, SCRIPT, writeConsoleBuild } from './testing/console-build.js';

const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
const STORE = 'https://files.example.com';
const running: FastifyInstance[] = [];
let build: ConsoleBuild;
let root: Ask;

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}
type Ask = (path: string, headers?: Readonly<Record<string, string>>, method?: string) => Promise<Answer>;

async function start(files: ConsoleFiles | undefined, publicUrl: string): Promise<Ask> {
  const console = createConsole({ files, publicUrl, storeOrigins: [STORE] });
  const metrics = { contentType: '', text: async () => '', requestAnswered: () => undefined };
  const log = pino({ level: 'silent' });
  const deps = { log, trustProxy: 0, probes: {}, metrics, stopping: () => false, console, publicUrl };
  const app = createBareApp(deps as unknown as Parameters<typeof createBareApp>[0]);
  console.addAssets(app);
  app.post('/v1/users/signOut', async () => ({}));
  running.push(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  return async (path, headers = BROWSER, method = 'GET') => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks = await answer.toArray();
    return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(chunks as Buffer[]) };
  };
}

beforeAll(async () => {
  build = await writeConsoleBuild();
  root = await start(readConsole(build.folder), 'https://millrace.example.com');
});
afterAll(async () => {
  await Promise.all(running.map((app) => app.close()));
  await build.remove();
});

test('the service worker has a name that stays, is asked for anew, and may load nothing; what is not built is not there', async () => {
  const { status, headers, body } = await root('/service-worker.js', { accept: '*/*' });
  expect([status, headers['content-type'], headers['cache-control'], body.toString()]).toEqual([
    200,
    'text/javascript; charset=utf-8',
    'no-cache',
    'self.skipWaiting();',
  ]);
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  );
  expect((await root('/service-worker.js', { 'if-none-match': headers.etag ?? '' })).status).toBe(304);
  expect((await root('/app.webmanifest')).status).toBe(404);
});

describe('the document', () => {
  test('answers a browser at / and at each path of the router, with a nonce of its own', async () => {
    const nonces = new Set<string>();
    for (const path of ['/', '/inbox', '/processes/a%20b?filter=x#y', '/docs.html']) {
      const { status, headers, body } = await root(path);
      expect([status, headers['content-type'], headers['cache-control'], headers.vary]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
        'accept',
      ]);
      const [, nonce = ''] = /'nonce-([\w+/]{22}==)'/.exec(String(headers['content-security-policy'])) ?? [];
      expect(body.toString()).toContain(`<base href="/"><meta property="csp-nonce" nonce="${nonce}">`);
      expect(body.toString()).not.toContain('__');
      nonces.add(nonce);
    }
    expect(nonces.size).toBe(4);
  });

  test('[RFC 9110] HEAD is as GET without the content', async () => {
    const [get, head] = await Promise.all([root('/inbox'), root('/inbox', BROWSER, 'HEAD')]);
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(head.headers['content-length']).toBe(String(get.body.length));
    expect(head.headers['content-security-policy']).toContain("script-src 'self'");
  });

  test('allows scripts of this origin alone, and of others only the store', async () => {
    const { headers } = await root('/');
    const policy = String(headers['content-security-policy']).replace(/nonce-[^']+/, 'nonce-N');
    expect(policy).toBe(
      `default-src 'none'; script-src 'self'; style-src-elem 'self' 'nonce-N'; style-src-attr 'unsafe-inline'; img-src 'self' data: blob: ${STORE}; font-src 'self'; connect-src 'self' ${STORE}; worker-src 'self'; manifest-src 'self'; frame-src ${STORE}; base-uri 'self'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types millrace-worker millrace-diagram millrace-push`,
    );
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });

  test.each([
    ['a program', '/', {}, 'GET', 404],
    ['fetch', '/', { accept: '*/*' }, 'GET', 404],
    ['a client that asks for JSON', '/inbox', { accept: 'application/json' }, 'GET', 404],
    ['one that would rather have JSON', '/inbox', { accept: 'text/html;q=0.5, application/json' }, 'GET', 404],
    ['one that refuses pages', '/', { accept: 'text/html;q=0, */*' }, 'GET', 404],
    ['a browser at an unknown operation', '/v1/users/unknown', BROWSER, 'GET', 404],
    ['a browser at an operation with another method', '/v1/users/signOut', BROWSER, 'GET', 405],
    ['a browser at a file that is gone', '/assets/index-0000.js', BROWSER, 'GET', 404],
    ['a form', '/inbox', BROWSER, 'POST', 404],
  ])('is not for %s', async (_, path, headers, method, status) => {
    const answer = await root(path, headers, method);
    expect([answer.status, answer.headers['content-type']]).toEqual([
      status,
      'application/problem+json; charset=utf-8',
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('files', () => {
  const path = '/assets/index-1a2b.js';
  const plain = (bytes: Buffer) => bytes;

  test.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
    ['gzip', 'br;q=0, gzip;q=0.5', gunzipSync],
    ['br', '*', brotliDecompressSync],
    [undefined, 'identity', plain],
    [undefined, '', plain],
  ])('are sent as %s to who takes "%s"', async (encoding, accepted, decode) => {
    const { status, headers, body } = await root(path, { 'accept-encoding': accepted });
    expect([status, headers['content-encoding'], headers.vary]).toEqual([200, encoding, 'accept-encoding']);
    expect(decode(body).toString()).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'content-length': String(body.length),
      'x-content-type-options': 'nosniff',
    });
  });

  test('have a tag for each encoding, and are not sent again', async () => {
    const [brotli, gzip] = await Promise.all(['br', 'gzip'].map((name) => root(path, { 'accept-encoding': name })));
    expect(brotli?.headers.etag).toMatch(/^"[\da-f]{16}"$/);
    expect(gzip?.headers.etag).not.toBe(brotli?.headers.etag);
    const again = await root(path, { 'accept-encoding': 'br', 'if-none-match': String(brotli?.headers.etag) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    const head = await root(path, { 'accept-encoding': 'br' }, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      brotli?.headers['content-length'],
    ]);
  });

  test('have the type of their ending; source maps and everything else stay here', async () => {
    expect((await root('/assets/index-3c.css')).headers['content-type']).toBe('text/css; charset=utf-8');
    expect((await root('/assets/inter-4d.woff2')).headers['content-type']).toBe('font/woff2');
    for (const name of ['index-1a2b.js.map', 'index-1a2b.js.br', '..%2Findex.html', '%2e%2e/index.html', 'constructor'])
      expect([name, (await root(`/assets/${name}`, {})).status]).toEqual([name, 404]);
  });
});

test('below a path, behind a proxy that strips it and behind one that keeps it', async () => {
  const ask = await start(readConsole(build.folder), 'https://example.com/tools/millrace/');
  for (const prefix of ['', '/tools/millrace']) {
    const { status, body } = await ask(`${prefix}/inbox?page=2`);
    expect([status, body.toString()]).toEqual([200, expect.stringContaining('<base href="/tools/millrace/">')]);
    expect((await ask(`${prefix}/assets/index-1a2b.js`)).status).toBe(200);
    expect((await ask(`${prefix}/healthz`)).body.toString()).toBe('{"status":"ok"}');
  }
  expect((await ask('/tools/millrace')).status).toBe(200);
  expect((await ask('/tools/millracehealthz', {})).status).toBe(404);
});

test('a server without a built console says how to get it, and is otherwise the same', async () => {
  const ask = await start(readConsole(new URL('none/', build.folder)), 'https://millrace.example.com');
  const { status, headers, body } = await ask('/');
  expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(body.toString()).toContain('npm run build');
  for (const [path, asked] of [
    ['/', {}],
    ['/inbox', BROWSER],
  ] as const)
    expect(JSON.parse((await ask(path, asked)).body.toString())).toMatchObject({ id: 1004 });
});
