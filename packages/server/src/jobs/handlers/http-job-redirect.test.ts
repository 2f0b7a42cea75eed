import { expect, it } from 'vitest';
import { httpJob } from './http-job.js';
import { noSecrets, testContext, testJob } from './testing/job.js';
import { startWebServer } from './testing/web-server.js';

const run = (input: Record<string, unknown>, allowed: readonly string[] = ['127.0.0.1']) =>
  httpJob(noSecrets).run(testJob('http', input), testContext(allowed));
const secrets = { authorization: 'Bearer s3cret', cookie: 'sid=1', 'x-api-key': 's3cret', 'accept-language': 'de' };

it.each([
  [301, 'POST', 'GET', ''],
  [302, 'POST', 'GET', ''],
  [302, 'PUT', 'PUT', '{"a":1}'],
  [303, 'POST', 'GET', ''],
  [303, 'PUT', 'GET', ''],
  [307, 'POST', 'POST', '{"a":1}'],
  [308, 'PATCH', 'PATCH', '{"a":1}'],
])('[http job] a redirect %i turns %s into %s (RFC 9110, 15.4)', async (status, method, then, body) => {
  const server = await startWebServer(({ url }, response) => {
    if (url === '/a') response.writeHead(status, { location: 'b?c=1' }).end();
    else response.end('done');
  });
  const result = await run({ url: `${server.origin}/a`, method, body: { a: 1 }, headers: secrets });
  expect(result).toMatchObject({ outcome: 'completed', variables: { response: { status: 200, body: 'done' } } });
  expect(server.received[1]).toMatchObject({ method: then, url: '/b?c=1', body });
  expect(server.received[1]?.headers).toMatchObject(secrets);
  expect(server.received[1]?.headers['content-type']).toBe(body === '' ? undefined : 'application/json');
});

it('[http job] HEAD stays HEAD', async () => {
  const server = await startWebServer(({ url }, response) => {
    if (url === '/a') response.writeHead(303, { location: '/b' });
    response.end();
  });
  expect(await run({ url: `${server.origin}/a`, method: 'HEAD' })).toMatchObject({ outcome: 'completed' });
  expect(server.received.map(({ method }) => method)).toEqual(['HEAD', 'HEAD']);
});

it('[http job] credentials do not follow to another origin, not even back', async () => {
  const second = await startWebServer((_, response) => {
    response.writeHead(307, { location: `${first.origin}/back` }).end();
  });
  const first = await startWebServer(({ url }, response) => {
    if (url === '/back') response.end();
    else response.writeHead(307, { location: `http://user:pass@127.0.0.1:${second.port}/` }).end();
  });
  await run({ url: first.origin, method: 'POST', headers: secrets, body: 'text' });
  for (const request of [second.received[0], first.received[1]]) {
    expect(request).toMatchObject({ method: 'POST', body: 'text' });
    expect(Object.keys(request?.headers ?? {})).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(authorization|cookie|x-api-key)$/)]),
    );
    expect(request?.headers).toMatchObject({ 'accept-language': 'de', 'content-type': 'text/plain; charset=utf-8' });
  }
});

it.each(['http://127.0.0.2:1/', 'http://169.254.169.254/latest/', 'http://[::1]:1/', 'http://0x7f000002/'])(
  '[http job] a redirect to %s is guarded like a first request',
  async (location) => {
    const server = await startWebServer((_, response) => response.writeHead(302, { location }).end());
    expect(await run({ url: server.origin })).toMatchObject({
      outcome: 'failed',
      permanent: true,
      message: expect.stringContaining('http.allowPrivateAddresses'),
    });
  },
);

it.each([
  ['file:///etc/passwd', 'neither http nor https'],
  ['http://', 'neither http nor https'],
])('[http job] a redirect to %s is final', async (location, reason) => {
  const server = await startWebServer((_, response) => response.writeHead(302, { location }).end());
  expect(await run({ url: server.origin })).toMatchObject({
    permanent: true,
    message: expect.stringContaining(reason),
  });
});

it('[http job] follows 5 redirects and no more', async () => {
  const server = await startWebServer(({ url }, response) => {
    const left = Number(url.slice(1));
    if (left === 0) response.end();
    else response.writeHead(302, { location: `/${left - 1}` }).end();
  });
  expect(await run({ url: `${server.origin}/5` })).toMatchObject({ outcome: 'completed' });
  expect(await run({ url: `${server.origin}/6` })).toMatchObject({
    outcome: 'failed',
    permanent: true,
    message: `${server.origin} redirected more than 5 times.`,
  });
});

it('[http job] connects to the address that was checked, whatever the name stands for a moment later', async () => {
  const server = await startWebServer((_, response) => response.end('checked'));
  let asked = 0;
  const rebinding = async () => {
    asked += 1;
    return [{ address: asked === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
  };
  const result = await httpJob(noSecrets, rebinding).run(
    testJob('http', { url: `http://rebind.example:${server.port}/` }),
    testContext(['127.0.0.1']),
  );
  expect(result).toMatchObject({ variables: { response: { body: 'checked' } } });
  expect(server.received[0]?.headers.host).toBe(`rebind.example:${server.port}`);
  expect(asked).toBe(1);
});

it('[http job] a name that stands for a private address is refused', async () => {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }];
  const result = await httpJob(noSecrets, resolve).run(
    testJob('http', { url: 'http://localtest.example/' }),
    testContext(),
  );
  expect(result).toMatchObject({ outcome: 'failed', permanent: true });
  expect(await run({ url: 'http://localhost:1/' }, [])).toMatchObject({ permanent: true });
});
