import { brotliDecompressSync } from 'node:zlib';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageAssets } from './assets.js';

const assets = readPageAssets();
const app = fastify();
beforeAll(async () => {
  assets.addRoutes(app);
  await app.ready();
});
afterAll(() => app.close());

const get = (path: string, headers: Record<string, string> = {}) => app.inject({ url: `/pages/${path}`, headers });

test('files are kept for a year under the hash of all of them, and asked for again under another', async () => {
  const current = await get(`${assets.version}/style.css`);
  expect(current.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  expect((await get('older/style.css')).headers['cache-control']).toBe('no-cache');
  const { etag } = current.headers;
  const again = await get('older/style.css', { 'if-none-match': String(etag) });
  expect([again.statusCode, again.body]).toEqual([304, '']);
});

test('brotli is sent to those who take it, and never for fonts', async () => {
  const plain = await get('x/style.css');
  expect(plain.headers['content-encoding']).toBeUndefined();
  const packed = await get('x/style.css', { 'accept-encoding': 'gzip, br;q=0.9' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
  expect((await get('x/style.css', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
  const font = await get('x/inter-latin-wght-normal.woff2', { 'accept-encoding': 'br' });
  expect([font.headers['content-type'], font.headers['content-encoding']]).toEqual(['font/woff2', undefined]);
});

test('only files of the folder', async () => {
  for (const name of ['x.css', '..%2fhtml.ts', '%00', '.']) expect((await get(`x/${name}`)).statusCode).not.toBe(200);
});
