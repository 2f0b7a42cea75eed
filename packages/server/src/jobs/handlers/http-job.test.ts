import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { httpJob } from './http-job.js';
import { noSecrets, testContext, testJob } from './testing/job.js';
import { startWebServer } from './testing/web-server.js';

const loopback = ['127.0.0.0/8'];
const run = (input: Record<string, unknown>, headers: Record<string, string> = {}, allowed = loopback) =>
  httpJob(noSecrets).run(testJob('http', input, headers), testContext(allowed));

it('[http job] calls the address with query, headers and JSON, and puts the answer into a variable', async () => {
  const server = await startWebServer((_, response) => {
    response.writeHead(201, { 'content-type': 'application/json; charset=utf-8', 'x-id': '7', 'set-cookie': 'sid=1' });
    response.end('{"ok":true}');
  });
  const result = await run({
    url: `${server.origin}/orders?a=1`,
    method: 'post',
    query: { b: 'x y', list: [1, 2], none: null },
    headers: { 'X-Api-Key': 'k', Accept: 'application/json' },
    body: { supplier: 'Äcme', amount: 3 },
    resultVariable: 'order',
  });
  expect(result).toEqual({
    outcome: 'completed',
    variables: { order: { status: 201, headers: expect.objectContaining({ 'x-id': '7' }), body: { ok: true } } },
  });
  expect(JSON.stringify(result)).not.toContain('sid=1');
  expect(server.received).toEqual([
    {
      method: 'POST',
      url: '/orders?a=1&b=x+y&list=1&list=2',
      body: '{"supplier":"Äcme","amount":3}',
      headers: expect.objectContaining({
        host: `127.0.0.1:${server.port}`,
        accept: 'application/json',
        'content-type': 'application/json',
        'content-length': '31',
        'x-api-key': 'k',
        'idempotency-key': '01900000-0000-7000-8000-00000000000b-7',
      }),
    },
  ]);
});

it.each([
  ['text as it is', 'hello', undefined, 'hello', 'text/plain; charset=utf-8'],
  ['text of another type', '<a/>', 'application/xml', '<a/>', 'application/xml'],
  [
    'a form',
    { a: 'x y', b: 1, c: null },
    'application/x-www-form-urlencoded',
    'a=x+y&b=1',
    'application/x-www-form-urlencoded',
  ],
  ['a list', [1, 2], undefined, '[1,2]', 'application/json'],
  ['false', false, undefined, 'false', 'application/json'],
])('[http job] sends %s', async (_, body, type, sent, sentType) => {
  const server = await startWebServer((_request, response) => response.end());
  const headers = type === undefined ? {} : { 'Content-Type': type };
  await run({ url: server.origin, method: 'PUT', headers, body });
  expect(server.received[0]).toMatchObject({ method: 'PUT', body: sent, headers: { 'content-type': sentType } });
});

it.each([
  ['JSON', 'application/problem+json', '{"a":1}', { a: 1 }],
  ['broken JSON as text', 'application/json', '{"a"', '{"a"'],
  ['text in its charset', 'text/plain; charset=iso-8859-1', Buffer.from([0xe9]), 'é'],
  ['other bytes as base64', 'image/png', Buffer.from([0x89, 0, 0xff]), 'iQD/'],
  ['nothing as null', 'application/json', '', null],
])('[http job] reads %s', async (_, type, body, expected) => {
  const server = await startWebServer((_request, response) => {
    response.setHeader('content-type', type);
    response.end(body);
  });
  expect(await run({ url: server.origin })).toMatchObject({ variables: { response: { status: 200, body: expected } } });
});

it('[http job] a POST without a body announces none, and a GET has no length', async () => {
  const server = await startWebServer((_, response) => response.end());
  await run({ url: server.origin, method: 'POST' });
  await run({ url: server.origin });
  expect(server.received.map(({ headers }) => headers['content-length'])).toEqual(['0', undefined]);
  expect(server.received.map(({ headers }) => headers['transfer-encoding'])).toEqual([undefined, undefined]);
});

it('[http job] credentials in the address become a Basic header', async () => {
  const server = await startWebServer((_, response) => response.end());
  await run({ url: `http://us%20er:p%3Aw@127.0.0.1:${server.port}/` });
  expect(server.received[0]?.headers.authorization).toBe(`Basic ${Buffer.from('us er:p:w').toString('base64')}`);
});

it('[http job] a task header wins over a variable of the same name', async () => {
  const server = await startWebServer((_, response) => response.end());
  await run(
    { url: 'http://169.254.169.254/', method: 'DELETE' },
    { url: server.origin, method: 'GET', query: '{"a":1}' },
  );
  expect(server.received).toMatchObject([{ method: 'GET', url: '/?a=1' }]);
});

it.each([408, 425, 429, 500, 502, 503, 504])('[http job] %i is tried again', async (status) => {
  const server = await startWebServer((_, response) => response.writeHead(status).end());
  expect(await run({ url: `${server.origin}/path?key=s3cret` })).toEqual({
    outcome: 'failed',
    message: `GET ${server.origin} answered ${status}.`,
  });
});

it('[http job] Retry-After is honoured', async () => {
  const server = await startWebServer((_, response) => response.writeHead(503, { 'retry-after': '120' }).end());
  expect(await run({ url: server.origin })).toMatchObject({ outcome: 'failed', retryAfterMs: 120_000 });
});

it.each([304, 400, 401, 403, 404, 409, 422])('[http job] %i is final', async (status) => {
  const server = await startWebServer((_, response) => response.writeHead(status).end());
  expect(await run({ url: server.origin })).toMatchObject({ outcome: 'failed', permanent: true });
});

it('[http job] retryStatuses replaces the statuses that are tried again', async () => {
  const server = await startWebServer(({ url }, response) => response.writeHead(Number(url.slice(1))).end());
  const retryStatuses = [202, '4xx'];
  expect(await run({ url: `${server.origin}/202`, retryStatuses })).toMatchObject({ outcome: 'failed' });
  expect(await run({ url: `${server.origin}/404`, retryStatuses })).not.toHaveProperty('permanent');
  expect(await run({ url: `${server.origin}/500`, retryStatuses })).toHaveProperty('permanent', true);
});

it('[http job] errorStatuses become BPMN errors with the answer, before any retry', async () => {
  const server = await startWebServer((_, response) => {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"reason":"closed"}');
  });
  expect(await run({ url: server.origin }, { errorStatuses: '404, 5xx' })).toEqual({
    outcome: 'error',
    code: 'HTTP_503',
    message: `GET ${server.origin} answered 503.`,
    variables: { response: { status: 503, headers: expect.anything(), body: { reason: 'closed' } } },
  });
});

it.each([
  ['no url', {}, '"url"'],
  ['a relative url', { url: '/a' }, '"url"'],
  ['a file', { url: 'file:///etc/passwd' }, '"url"'],
  ['an unknown method', { method: 'TRACE' }, '"method"'],
  ['a body of GET', { body: {} }, 'GET'],
  ['a header that splits', { headers: { 'X-A': 'a\r\nHost: b' } }, '"X-A"'],
  ['a header name that splits', { headers: { 'X-A: b\r\nX': 'a' } }, '"headers"'],
  ['another host', { headers: { Host: 'internal' } }, '"Host"'],
  ['its own framing', { headers: { 'Transfer-Encoding': 'chunked' } }, '"Transfer-Encoding"'],
  ['headers that are a list', { headers: ['a'] }, '"headers"'],
  ['a nested query', { query: { a: { b: 1 } } }, '"query"'],
  ['an endless timeout', { readTimeoutInSeconds: 3600 }, '"readTimeoutInSeconds"'],
  ['no status', { retryStatuses: ['always'] }, '"retryStatuses"'],
  ['no variable name', { resultVariable: 'a.b' }, '"resultVariable"'],
])('[http job] is refused for good with %s, before anything is sent', async (_, input, named) => {
  const server = await startWebServer((_request, response) => response.end());
  const result = await run('url' in input || named === '"url"' ? input : { url: server.origin, ...input });
  expect(result).toMatchObject({ outcome: 'failed', permanent: true, message: expect.stringContaining(named) });
  expect(server.received).toEqual([]);
});

it('[http job] an answer above 1 MiB is final, not read to its end', async () => {
  const server = await startWebServer((_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
    };
    response.on('drain', more);
    more();
  });
  expect(await run({ url: server.origin })).toEqual({
    outcome: 'failed',
    message: `${server.origin} answered with more than 1048576 bytes.`,
    permanent: true,
  });
});

it('[http job] silence is tried again after the read timeout', async () => {
  const server = await startWebServer((_, response) => {
    response.writeHead(200);
    response.write('a');
  });
  expect(await run({ url: server.origin, readTimeoutInSeconds: 0.1 })).toEqual({
    outcome: 'failed',
    message: `${server.origin} was silent for 0.1 seconds.`,
  });
});

it('[http job] a connection that never stands is tried again after the connection timeout', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    // TLS: the TCP connection stands, the handshake is never answered.
    expect(await run({ url: `https://127.0.0.1:${port}/`, connectionTimeoutInSeconds: '0.1' })).toEqual({
      outcome: 'failed',
      message: `https://127.0.0.1:${port} could not be connected to within 0.1 seconds.`,
    });
  } finally {
    silent.close();
  }
});

it('[http job] a refused connection and a broken answer are tried again, without telling what was sent', async () => {
  const server = await startWebServer((_, response) => response.destroy());
  const input = { url: `${server.origin}/s3cret?key=s3cret`, headers: { authorization: 'Bearer s3cret' } };
  const broken = await run(input);
  await server.stop();
  const refused = await run(input);
  expect(broken).toEqual({ outcome: 'failed', message: `${server.origin} could not be reached (ECONNRESET).` });
  expect(refused).toEqual({ outcome: 'failed', message: `${server.origin} could not be reached (ECONNREFUSED).` });
});

it('[http job] stops when the worker stops', async () => {
  const server = await startWebServer(() => undefined);
  const stopping = new AbortController();
  const context = testContext(loopback, { signal: stopping.signal });
  const running = httpJob(noSecrets).run(testJob('http', { url: server.origin }), context);
  await expect.poll(() => server.received.length).toBe(1);
  stopping.abort();
  expect(await running).toMatchObject({ outcome: 'failed' });
});

it('[http job] logs neither headers nor bodies nor paths', async () => {
  const server = await startWebServer((_, response) => response.end('s3cret'));
  const lines: unknown[] = [];
  const record = (...line: unknown[]) => void lines.push(line);
  const log = { debug: record, info: record, warn: record, error: record };
  const input = { url: `${server.origin}/s3cret`, method: 'POST', headers: { 'x-key': 's3cret' }, body: 's3cret' };
  await httpJob(noSecrets).run(testJob('http', input), testContext(loopback, { log }));
  await httpJob(noSecrets).run(testJob('http', input), testContext([], { log }));
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toContain('s3cret');
});
