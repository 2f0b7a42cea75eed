import { expect, it } from 'vitest';
import { httpJob } from '../http-job.js';
import { restConnectorJob } from '../rest-connector-job.js';
import { testContext, testJob } from '../testing/job.js';
import { startWebServer } from '../testing/web-server.js';
import type { OpenSecret, OpenSecrets } from './open-secret.js';

const KEY = 'k3y-"with" ümlaut&sign';
const stored: Record<string, OpenSecret> = {
  KEY: { value: KEY, hosts: [] },
  PLAIN: { value: 'plain-value-1234', hosts: [] },
  NUMBER: { value: '1234567890', hosts: [] },
  BOUND: { value: 'bound-value-5678', hosts: ['api.example.com', '*.example.org', '127.0.0.1:1'] },
};
const open: OpenSecrets = async (_, names) =>
  new Map(names.flatMap((name) => (stored[name] === undefined ? [] : [[name, stored[name]] as const])));

const lines: string[] = [];
const write = (context: object, message: string) => void lines.push(JSON.stringify({ ...context, message }));
const log = { debug: write, info: write, warn: write, error: write };
const context = () => testContext(['127.0.0.0/8'], { log });

type Named = Readonly<Record<string, Readonly<Record<string, number>>>>;

const http = (input: object, namedSecrets: Named = {}, headers: Record<string, string> = {}) =>
  httpJob(open).run({ ...testJob('http', { ...input }, headers), namedSecrets }, context());
const rest = (input: object, namedSecrets: Named = {}, headers: Record<string, string> = {}) =>
  restConnectorJob(open).run({ ...testJob('io.camunda:http-json:1', { ...input }, headers), namedSecrets }, context());

it('[http job] sends secrets in the address, query, headers and body', async () => {
  const server = await startWebServer((_, response) => response.end());
  const result = await http(
    {
      url: `${server.origin}/a?b={{secrets.PLAIN}}`,
      method: 'POST',
      query: { c: '{{ secrets.KEY }}' },
      headers: { 'X-Key': 'Token {{secrets.PLAIN}}' },
      body: { list: [{ key: '{{secrets.KEY}}' }], other: 'secrets.KEY' },
    },
    { url: { PLAIN: 1 }, query: { KEY: 1 }, headers: { PLAIN: 1 }, body: { KEY: 2 } },
  );
  expect(result).toMatchObject({ outcome: 'completed' });
  expect(server.received).toMatchObject([
    {
      url: `/a?b=plain-value-1234&c=${new URLSearchParams([['', KEY]]).toString().slice(1)}`,
      headers: { 'x-key': 'Token plain-value-1234' },
      body: JSON.stringify({ list: [{ key: KEY }], other: KEY }),
    },
  ]);
});

it('[http job] task headers may name secrets, and a value stays one text in JSON', async () => {
  const server = await startWebServer((_, response) => response.end());
  await http(
    { url: server.origin, method: 'POST' },
    {},
    {
      headers: '{"X-Key": "{{secrets.PLAIN}}"}',
      body: '{"amount": 1.50, "key": "{{secrets.KEY}}"}',
    },
  );
  expect(server.received).toMatchObject([
    { headers: { 'x-key': 'plain-value-1234' }, body: `{"amount": 1.50, "key": ${JSON.stringify(KEY)}}` },
  ]);
});

it('[REST connector] sends secrets in each kind of authentication', async () => {
  const server = await startWebServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(url === '/token' ? '{"access_token":"granted-token-99"}' : '{}');
  });
  const call = (authentication: object, named: Named) =>
    rest({ url: server.origin, authentication }, Object.fromEntries(Object.entries(named)));
  await call(
    { type: 'basic', username: 'me', password: '{{secrets.PLAIN}}' },
    { 'authentication.password': { PLAIN: 1 } },
  );
  await call({ type: 'bearer', token: 'secrets.PLAIN' }, { 'authentication.token': { PLAIN: 1 } });
  await call({ type: 'apiKey', name: 'X-Key', value: '{{secrets.PLAIN}}' }, { 'authentication.value': { PLAIN: 1 } });
  await call(
    {
      type: 'oauth-client-credentials-flow',
      oauthTokenEndpoint: `${server.origin}/token`,
      clientId: 'client',
      clientSecret: '{{secrets.PLAIN}}',
    },
    { 'authentication.clientSecret': { PLAIN: 1 } },
  );
  expect(
    server.received.map(({ url, headers, body }) => [url, headers.authorization ?? headers['x-key'], body]),
  ).toEqual([
    ['/', `Basic ${Buffer.from('me:plain-value-1234').toString('base64')}`, ''],
    ['/', 'Bearer plain-value-1234', ''],
    ['/', 'plain-value-1234', ''],
    ['/token', undefined, 'grant_type=client_credentials&client_id=client&client_secret=plain-value-1234'],
    ['/', 'Bearer granted-token-99', ''],
  ]);
});

it('a service that repeats what it was sent gives none of it away', async () => {
  lines.length = 0;
  const server = await startWebServer(({ headers, body, url }, response) => {
    if (url === '/token') {
      response.setHeader('content-type', 'application/json');
      return response.end('{"access_token":"granted-token-99"}');
    }
    response.writeHead(Number(url.slice(1, 4)), `Got ${headers['x-plain'] ?? ''}`, {
      'content-type': url.includes('binary') ? 'application/octet-stream' : 'application/json',
      'x-echo': String(headers['x-plain'] ?? ''),
    });
    if (url.includes('binary'))
      return response.end(Buffer.concat([Buffer.from([0, 255]), Buffer.from(KEY), Buffer.from([0])]));
    const encoded = encodeURIComponent(KEY);
    response.end(
      JSON.stringify({
        headers,
        body,
        [KEY]: Buffer.from(KEY).toString('base64'),
        encoded,
        number: 1234567890,
        twice: JSON.stringify(body),
      }),
    );
  });
  const input = (path: string) => ({
    url: `${server.origin}${path}`,
    method: 'POST',
    headers: { 'X-Plain': '{{secrets.PLAIN}}', 'X-Number': '{{secrets.NUMBER}}' },
    body: { key: '{{secrets.KEY}}' },
  });
  const named = { headers: { PLAIN: 1, NUMBER: 1 }, body: { KEY: 1 } };
  const oauth = {
    type: 'oauth-client-credentials-flow',
    oauthTokenEndpoint: `${server.origin}/token`,
    clientId: 'client',
    clientSecret: '{{secrets.PLAIN}}',
  };
  const results = [
    await http(input('/200'), named),
    await http(input('/200/binary'), named),
    await http(input('/500'), named),
    await http({ ...input('/404'), errorStatuses: '4xx' }, named),
    await http(input('/400'), named),
    await rest(input('/200'), named, { resultVariable: 'all', resultExpression: '={part: body.headers}' }),
    await rest(input('/500'), named, {
      errorExpression: '=bpmnError(string(error.variables.response.body), error.message, {seen: error})',
    }),
    await rest(
      { ...input('/200'), authentication: oauth },
      { ...named, 'authentication.clientSecret': { PLAIN: 1 } },
      { resultVariable: 'all' },
    ),
    await http({ ...input('/200'), body: {}, headers: { 'X-Plain': '{{secrets.PLAIN}}\n' } }, named),
  ];
  expect(server.received.length).toBeGreaterThan(7);
  expect(results.map(({ outcome }) => outcome)).toEqual([
    'completed',
    'completed',
    'failed',
    'error',
    'failed',
    'completed',
    'error',
    'completed',
    'failed',
  ]);
  const shown = [...results, ...lines]
    .map((part) => (typeof part === 'string' ? part : JSON.stringify(part)))
    .join('\n');
  expect(shown).toContain('[secret PLAIN]');
  expect(shown).toContain('[secret KEY]');
  expect(shown).toContain('[secret access_token]');
  for (const secret of [KEY, 'plain-value-1234', '1234567890', 'granted-token-99']) {
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      expect(shown).not.toContain(form);
    }
    expect(shown).not.toContain(Buffer.from(secret).toString('base64').slice(0, -4));
  }
  const binary = (results[1] as unknown as { variables: { response: { body: string } } }).variables.response.body;
  expect(Buffer.from(binary, 'base64').toString('latin1')).toContain('[secret KEY]');
});

it.each([
  [
    'one that is not there',
    { url: 'http://127.0.0.1:9/{{secrets.GONE}}' },
    { url: { GONE: 1 } },
    'has no secret "GONE"',
  ],
  ['one that a variable brings', { body: { note: '{{secrets.PLAIN}}' }, method: 'POST' }, {}, '"body.note"'],
  [
    'one more than is written',
    { query: { a: '{{secrets.PLAIN}}', b: '{{secrets.PLAIN}}' } },
    { query: { PLAIN: 1 } },
    '"query.b"',
  ],
  ['one in another setting', { body: '{{secrets.PLAIN}}', method: 'POST' }, { headers: { PLAIN: 1 } }, '"body" names'],
  ['one as the name of a member', { query: { '{{secrets.PLAIN}}': 1 } }, { query: { PLAIN: 1 } }, '"query" names'],
  ['one that would be kept', { resultVariable: '{{secrets.PLAIN}}' }, { resultVariable: { PLAIN: 1 } }, 'is not sent'],
])('[http job] refuses %s before anything is sent', async (_, input, named, message) => {
  const server = await startWebServer((_request, response) => response.end());
  const result = await http({ url: server.origin, ...input }, named as unknown as Named);
  expect(result).toMatchObject({ outcome: 'failed', permanent: true, message: expect.stringContaining(message) });
  expect(server.received).toEqual([]);
});

it('[REST connector] expressions see no secrets', async () => {
  const server = await startWebServer((_, response) => response.end());
  expect(await rest({ url: server.origin }, {}, { resultExpression: '={a: "{{secrets.PLAIN}}"}' })).toMatchObject({
    outcome: 'failed',
    permanent: true,
    message: expect.stringContaining('"resultExpression" names a secret, but is not sent'),
  });
  expect(server.received).toEqual([]);
});

it('a secret goes to its hosts only, whatever an expression makes of the address', async () => {
  const server = await startWebServer((_, response) => response.end());
  const named = { headers: { BOUND: 1 } };
  const headers = { 'X-Key': '{{secrets.BOUND}}' };
  const refused = await http({ url: server.origin, headers }, named);
  expect(refused).toEqual({
    outcome: 'failed',
    permanent: true,
    message: `The secret "BOUND" must not be sent to "127.0.0.1:${server.port}": it may go to api.example.com, *.example.org, 127.0.0.1:1 only. Set it again with this host if that is right.`,
  });
  const oauth = {
    type: 'oauth-client-credentials-flow',
    oauthTokenEndpoint: `${server.origin}/token`,
    clientId: 'client',
    clientSecret: '{{secrets.BOUND}}',
  };
  expect(
    await rest(
      { url: 'https://api.example.com', authentication: oauth },
      { 'authentication.clientSecret': { BOUND: 1 } },
    ),
  ).toMatchObject({ message: expect.stringContaining(`must not be sent to "127.0.0.1:${server.port}"`) });
  expect(server.received).toEqual([]);
});

it('a redirect takes a secret nowhere else', async () => {
  const other = await startWebServer((_, response) => response.end());
  const server = await startWebServer(({ url }, response) => {
    response.writeHead(Number(url.slice(1)), { location: `http://localhost:${other.port}/` }).end();
  });
  const input = { method: 'POST', headers: { 'X-Key': '{{secrets.PLAIN}}' }, body: '{{secrets.PLAIN}}' };
  const named = { headers: { PLAIN: 1 }, body: { PLAIN: 1 } };
  const send = (status: number) =>
    httpJob(open).run(
      { ...testJob('http', { ...input, url: `${server.origin}/${status}` }), namedSecrets: named },
      testContext(['127.0.0.0/8', 'localhost']),
    );
  expect(await send(307)).toMatchObject({
    permanent: true,
    message: expect.stringContaining('The body holds a secret'),
  });
  expect(await send(303)).toMatchObject({ outcome: 'completed' });
  expect(other.received).toMatchObject([{ method: 'GET', body: '' }]);
  expect(JSON.stringify(other.received)).not.toContain('plain-value');
});
