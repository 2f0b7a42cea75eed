import { expect, it } from 'vitest';
import { restConnectorJob } from './rest-connector-job.js';
import { noSecrets, testContext, testJob } from './testing/job.js';
import { startWebServer } from './testing/web-server.js';

const TYPE = 'io.camunda:http-json:1';
const loopback = ['127.0.0.0/8'];
const run = (input: Record<string, unknown>, headers: Record<string, string> = {}, allowed = loopback) =>
  restConnectorJob(noSecrets).run(testJob(TYPE, input, headers), testContext(allowed));

const json = { 'content-type': 'application/json' };
const answering = (status: number, body: unknown = null, headers: Record<string, string> = {}) =>
  startWebServer((_, response) => response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body)));

it('[REST connector] sends method, query, headers and JSON; the result variable holds the response', async () => {
  const server = await answering(201, { id: 7 }, { 'x-id': '7' });
  const result = await run(
    {
      url: `${server.origin}/orders%2F1`,
      method: 'POST',
      authentication: { type: 'noAuth' },
      headers: { 'X-A': 'b' },
      queryParameters: { q: 'a b', list: [1, 2], none: null },
      body: { amount: 3, note: null },
      connectionTimeoutInSeconds: '20',
      readTimeoutInSeconds: 0,
      storeResponse: false,
      skipEncoding: 'true',
    },
    { resultVariable: 'order', elementTemplateId: 'io.camunda.connectors.HttpJson.v2' },
  );
  expect(result).toEqual({
    outcome: 'completed',
    variables: {
      order: { status: 201, reason: 'Created', headers: expect.objectContaining({ 'x-id': '7' }), body: { id: 7 } },
    },
  });
  expect(server.received).toMatchObject([
    {
      method: 'POST',
      url: '/orders%2F1?q=a+b&list=1&list=2',
      body: '{"amount":3,"note":null}',
      headers: { 'content-type': 'application/json', 'x-a': 'b', 'idempotency-key': expect.any(String) },
    },
  ]);
  expect(server.received[0]?.headers).not.toHaveProperty('authorization');
});

it.each([
  ['text as JSON', { body: '{"a": 1}' }, '{"a": 1}', 'application/json'],
  ['text of another type', { body: '<a/>', headers: { 'Content-Type': 'application/xml' } }, '<a/>', 'application/xml'],
  [
    'no null values',
    { body: { a: null, b: { c: null, d: [null] } }, ignoreNullValues: true },
    '{"b":{"d":[null]}}',
    'application/json',
  ],
  [
    'a form',
    { body: { a: 'x y' }, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    'a=x+y',
    'application/x-www-form-urlencoded',
  ],
])('[REST connector] sends %s', async (_, input, body, type) => {
  const server = await answering(200);
  await run({ url: server.origin, method: 'PUT', ...input });
  expect(server.received).toMatchObject([{ body, headers: { 'content-type': type } }]);
});

it('[REST connector] a GET sends no body, and without output headers there are no variables', async () => {
  const server = await answering(200, [1]);
  expect(await run({ url: server.origin, body: { a: 1 } })).toEqual({ outcome: 'completed', variables: {} });
  expect(server.received).toMatchObject([{ method: 'GET', body: '' }]);
});

it.each([
  [
    'basic',
    { username: 'ann', password: 'p:w' },
    'authorization',
    `Basic ${Buffer.from('ann:p:w').toString('base64')}`,
  ],
  ['bearer', { token: 't0k' }, 'authorization', 'Bearer t0k'],
  ['apiKey', { name: 'X-Key', value: 'k3y', apiKeyLocation: 'headers' }, 'x-key', 'k3y'],
])('[REST connector] authenticates with %s, over a header of the inputs', async (type, members, header, value) => {
  const server = await answering(200);
  const headers = { authorization: 'other', 'x-key': 'other' };
  await run({ url: server.origin, headers, authentication: { type, ...members } });
  expect(server.received[0]?.headers[header]).toBe(value);
});

it('[REST connector] an API key may be a query parameter', async () => {
  const server = await answering(200);
  const authentication = { type: 'apiKey', name: 'key', value: 'a&b', apiKeyLocation: 'query' };
  await run({ url: server.origin, queryParameters: { q: 1 }, authentication });
  expect(server.received[0]?.url).toBe('/?q=1&key=a%26b');
});

const oauth = (origin: string, clientAuthentication: string) => ({
  type: 'oauth-client-credentials-flow',
  oauthTokenEndpoint: `${origin}/token`,
  clientId: 'client',
  clientSecret: 's3cret',
  scopes: 'read write',
  audience: 'orders',
  clientAuthentication,
});

it.each([
  ['credentialsBody', undefined, '&client_id=client&client_secret=s3cret'],
  ['basicAuthHeader', `Basic ${Buffer.from('client:s3cret').toString('base64')}`, ''],
])('[REST connector] fetches a token with %s (RFC 6749, 4.4)', async (by, authorization, rest) => {
  const server = await answering(200, { access_token: 't0k', token_type: 'Bearer' });
  await run({ url: `${server.origin}/orders`, authentication: oauth(server.origin, by) });
  expect(server.received).toMatchObject([
    {
      method: 'POST',
      url: '/token',
      body: `grant_type=client_credentials&scope=read+write&audience=orders${rest}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    { url: '/orders', headers: { authorization: 'Bearer t0k' } },
  ]);
  expect(server.received[0]?.headers.authorization).toBe(authorization);
});

it('[REST connector] a refused token is a failure with its status, and nothing is called', async () => {
  const server = await answering(401);
  const input = { url: `${server.origin}/orders`, authentication: oauth(server.origin, 'credentialsBody') };
  const message = `The token endpoint ${server.origin} answered 401.`;
  expect(await run(input)).toEqual({ outcome: 'failed', message });
  expect(await run(input, { errorExpression: '=bpmnError(error.code, "no token")' })).toMatchObject({ code: '401' });
  expect(server.received.map(({ url }) => url)).toEqual(['/token', '/token']);
});

it('[REST connector] a token endpoint must not redirect, answer without a token, or be private', async () => {
  const elsewhere = await answering(200, { access_token: 'stolen' });
  const server = await startWebServer((_, response) => response.writeHead(307, { location: elsewhere.origin }).end());
  const input = { url: elsewhere.origin, authentication: oauth(server.origin, 'credentialsBody') };
  expect(await run(input)).toMatchObject({ permanent: true, message: expect.stringContaining('access_token') });
  expect(await run(input, {}, [])).toMatchObject({ permanent: true, message: expect.stringContaining('not a public') });
  expect(elsewhere.received).toEqual([]);
});

it('[REST connector] an address in the network of the server is refused, also for the call itself', async () => {
  const server = await answering(200);
  expect(await run({ url: server.origin }, {}, [])).toMatchObject({
    permanent: true,
    message: expect.stringContaining('http.allowPrivateAddresses'),
  });
  expect(server.received).toEqual([]);
});

it('[REST connector] the result expression makes variables of the response and its members', async () => {
  const server = await answering(200, { user: { id: 7 } });
  const resultExpression = '= {\n  id: response.body.user.id // the user\n, code: status\n}';
  expect(await run({ url: server.origin }, { resultExpression })).toEqual({
    outcome: 'completed',
    variables: { id: 7, code: 200 },
  });
  const none = await run({ url: server.origin }, { resultVariable: 'all', resultExpression: '=null' });
  expect(none).toMatchObject({ outcome: 'completed', variables: { all: { reason: 'OK' } } });
  expect(await run({ url: server.origin }, { resultExpression: '=1' })).toMatchObject({
    permanent: true,
    message: '"resultExpression" must give a context or null.',
  });
});

it.each([400, 404, 422, 500])('[REST connector] %i without error expression fails the attempt', async (status) => {
  const server = await answering(status);
  expect(await run({ url: `${server.origin}/s3cret` }, { resultVariable: 'a' })).toEqual({
    outcome: 'failed',
    message: `GET ${server.origin} answered ${status}.`,
  });
});

it('[REST connector] waits as retryBackoff says, else as Retry-After does', async () => {
  const server = await answering(503, null, { 'retry-after': '7' });
  expect(await run({ url: server.origin }, { retryBackoff: 'PT30S' })).toMatchObject({ retryAfterMs: 30_000 });
  expect(await run({ url: server.origin }, { retryBackoff: 'PT0S' })).toMatchObject({ retryAfterMs: 7000 });
});

const gone = 'if error.code = "404" then bpmnError("GONE", error.message, error.variables.response.body) else null';

it('[REST connector] the error expression makes a BPMN error of a status', async () => {
  const missing = await answering(404, { reason: 'sold' });
  expect(await run({ url: missing.origin }, { errorExpression: `=${gone}` })).toEqual({
    outcome: 'error',
    code: 'GONE',
    message: 'Not Found',
    variables: { reason: 'sold' },
  });
  const broken = await answering(500);
  expect(await run({ url: broken.origin }, { errorExpression: `=${gone}` })).toEqual({
    outcome: 'failed',
    message: `GET ${broken.origin} answered 500.`,
  });
});

it('[REST connector] the error expression sees a success as response', async () => {
  const server = await answering(200, { status: 'failed' });
  const errorExpression = '=if response.body.status = "failed" then bpmnError("FAILED", "it failed") else null';
  expect(await run({ url: server.origin }, { errorExpression })).toMatchObject({ outcome: 'error', code: 'FAILED' });
  const fine = await answering(200, { status: 'done' });
  expect(await run({ url: fine.origin }, { errorExpression })).toEqual({ outcome: 'completed', variables: {} });
});

it.each([
  ['jobError("no")', { outcome: 'failed', message: 'no', permanent: true }],
  ['jobError("later", {}, job.retries - 1, @"PT1M")', { outcome: 'failed', message: 'later', retryAfterMs: 60_000 }],
  ['jobError("later", {}, 5)', { outcome: 'failed', message: 'later', retries: 5 }],
])('[REST connector] %s says how often and when to try again', async (source, result) => {
  const server = await answering(409);
  expect(await run({ url: server.origin }, { errorExpression: `=${source}` })).toEqual(result);
});

it('[REST connector] no answer is an error with the code 408, retried without telling what was sent', async () => {
  const server = await answering(200);
  await server.stop();
  const input = { url: `${server.origin}/s3cret`, authentication: { type: 'bearer', token: 's3cret' } };
  expect(await run(input)).toEqual({
    outcome: 'failed',
    message: `${server.origin} could not be reached (ECONNREFUSED).`,
  });
  expect(await run(input, { errorExpression: '=bpmnError(error.code, error.message)' })).toMatchObject({ code: '408' });
});

it('[REST connector] redirects are followed unless the template says no', async () => {
  const server = await startWebServer(({ url }, response) => {
    if (url === '/') response.writeHead(302, { location: '/b' });
    response.end();
  });
  const headers = { resultExpression: '={status: status}' };
  expect(await run({ url: server.origin }, headers)).toMatchObject({ variables: { status: 200 } });
  expect(await run({ url: server.origin, followRedirects: false }, headers)).toMatchObject({
    variables: { status: 302 },
  });
});

it.each([
  ['JSON of another type', 'text/plain', '{"a":1}', undefined, { a: 1 }],
  ['text', 'application/json', '{"a":1}', { choice: 'TEXT' }, '{"a":1}'],
  ['text in its encoding', 'text/plain', Buffer.from([0xe9]), { choice: 'TEXT', encoding: 'iso-8859-1' }, 'é'],
])('[REST connector] reads %s', async (_, type, body, documentReturnFormat, expected) => {
  const server = await startWebServer((_request, response) => response.setHeader('content-type', type).end(body));
  expect(await run({ url: server.origin, documentReturnFormat }, { resultExpression: '={a: body}' })).toMatchObject({
    variables: { a: expected },
  });
});

const bearer = (token: string) => ({ authentication: { type: 'bearer', token } });

it.each([
  ['no url', { url: null }, {}, '"url"'],
  ['a secret in the token', bearer('{{secrets.TOKEN}}'), {}, '"authentication.token" names a secret'],
  [
    'a secret inside of a header',
    { headers: { a: ['x {{ secrets.A }}'] } },
    {},
    '"headers.a" names a secret that the diagram does not write there',
  ],
  ['an older secret', bearer('secrets.TOKEN'), {}, '"authentication.token" names a secret'],
  ['an unknown authentication', { authentication: { type: 'digest' } }, {}, '"authentication.type"'],
  ['no token', { authentication: { type: 'bearer' } }, {}, '"authentication.token"'],
  ['a token that splits', bearer('a\r\nHost: b'), {}, '"Authorization"'],
  ['a response to store', { storeResponse: true }, {}, 'stored as a document'],
  ['a document', { documentReturnFormat: { choice: 'DOCUMENT' } }, {}, 'stored as a document'],
  ['a certificate', { clientTls: { clientCertificate: 'a' } }, {}, '"clientTls.clientCertificate"'],
  [
    'multipart',
    { method: 'POST', body: { a: 1 }, headers: { 'Content-Type': 'multipart/form-data' } },
    {},
    'multipart',
  ],
  ['a timeout that is none', { readTimeoutInSeconds: 'long' }, {}, '"readTimeoutInSeconds"'],
  ['a broken error expression', {}, { errorExpression: '=if' }, '"errorExpression"'],
  ['an unknown function', {}, { resultExpression: '=bpmError("a")' }, '"resultExpression"'],
  ['no duration', {}, { retryBackoff: '30 s' }, '"retryBackoff"'],
  ['no variable name', {}, { resultVariable: 'a.b' }, '"resultVariable"'],
])('[REST connector] is refused for good with %s, before anything is sent', async (_, input, headers, named) => {
  const server = await answering(200);
  const result = await run({ url: server.origin, ...input }, headers as Record<string, string>);
  expect(result).toMatchObject({ outcome: 'failed', permanent: true, message: expect.stringContaining(named) });
  expect(server.received).toEqual([]);
});

it('[REST connector] task headers are not taken from variables, nor inputs from task headers', async () => {
  const server = await answering(200);
  expect(await run({ url: server.origin, resultVariable: 'a' }, { url: 'http://127.0.0.1:1/' })).toEqual({
    outcome: 'completed',
    variables: {},
  });
});

it('[REST connector] neither logs nor reports credentials', async () => {
  const server = await answering(500);
  const lines: unknown[] = [];
  const record = (...line: unknown[]) => void lines.push(line);
  const log = { debug: record, info: record, warn: record, error: record };
  for (const allowed of [loopback, []]) {
    for (const authentication of [
      { type: 'basic', username: 's3cret', password: 's3cret' },
      { type: 'bearer', token: 's3cret' },
      { type: 'bearer', token: 's3cret\n' },
      { type: 'apiKey', name: 'key', value: 's3cret', apiKeyLocation: 'query' },
      { ...oauth(server.origin, 'credentialsBody'), clientId: 's3cret' },
    ]) {
      const job = testJob(TYPE, { url: `${server.origin}/s3cret`, authentication });
      lines.push(await restConnectorJob(noSecrets).run(job, testContext(allowed, { log })));
    }
  }
  expect(lines.length).toBeGreaterThan(10);
  expect(JSON.stringify(lines)).not.toMatch(/s3cret|czNjcmV0/);
});
