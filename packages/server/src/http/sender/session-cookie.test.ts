import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createSessionCookies } from './session-cookie.js';

const remembered = () => new Date(Date.now() + 60_000);

/** What a server with that public address sets and reads for a request. */
async function exchange(publicUrl: string, headers: Readonly<Record<string, string>>, trustProxy = false) {
  const cookies = createSessionCookies(publicUrl);
  const app = fastify({ trustProxy });
  app.get('/', async (request) => ({
    read: cookies.read(request) ?? null,
    set: cookies.set(request, { secret: 's', expiresAt: undefined }),
    kept: cookies.set(request, { secret: 's', expiresAt: remembered() }),
    cleared: cookies.clear(request),
  }));
  const answer = await app.inject({ method: 'GET', url: '/', headers });
  await app.close();
  return answer.json<Record<'read' | 'set' | 'kept' | 'cleared' | 'message', string | null>>();
}

test('with a public address of https the cookie is for this host and encrypted connections alone', async () => {
  for (const host of ['millrace.example.com', '127.0.0.1:8080']) {
    expect(await exchange('https://millrace.example.com', { host })).toEqual({
      read: null,
      set: '__Host-millrace=s; Path=/; HttpOnly; SameSite=Lax; Secure',
      kept: '__Host-millrace=s; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=60',
      cleared: '__Host-millrace=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    });
  }
});

test('behind a trusted proxy with https too, but not by a header that anybody could send', async () => {
  const headers = { host: 'millrace.example.com', 'x-forwarded-proto': 'https' };
  expect((await exchange('http://10.0.0.5:8080', headers, true)).set).toMatch(/^__Host-millrace=/);
  expect((await exchange('http://10.0.0.5:8080', headers)).message).toMatch(/needs https/);
});

test('on the machine itself http is enough', async () => {
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'demo.localhost']) {
    expect((await exchange('http://127.0.0.1:8080', { host })).set).toBe('millrace=s; Path=/; HttpOnly; SameSite=Lax');
  }
  const { message } = await exchange('http://0.0.0.0:8080', { host: 'localhost.example.com:8080' });
  expect(message).toMatch(/Set MILLRACE_PUBLIC_URL/);
});

test('of a request only the cookie of the right name counts', async () => {
  const cookie = 'a=1; millrace=planted; __Host-millrace=right; millrace2=x';
  expect((await exchange('https://millrace.example.com', { host: 'x', cookie })).read).toBe('right');
  expect((await exchange('http://127.0.0.1:1', { host: '127.0.0.1:1', cookie })).read).toBe('planted');
  expect((await exchange('https://millrace.example.com', { host: 'x', cookie: 'millrace=planted' })).read).toBeNull();
  expect((await exchange('http://127.0.0.1:1', { host: 'localhost', cookie: 'millrace=' })).read).toBeNull();
});
