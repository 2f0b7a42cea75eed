import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { type Client, createClient, problemOf, signInAdmin, signInDemo } from './support/http.js';
import { createPerson } from './support/person.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { createUpload } from './support/store.js';
import { configuration, createProcess, deploy } from './support/sub-project.js';

const url = inject('demoUrl');
const nobody = createClient(url);

describe('what operators look at', () => {
  test('[D34] /healthz and /readyz say that all is well, without a token', async () => {
    expect((await nobody.request('GET', '/healthz')).status).toBe(200);
    const ready = await nobody.request('GET', '/readyz');
    expect(ready.status).toBe(200);
    expect(ready.json).toMatchObject({ status: 'ready', checks: { database: 'ok' } });
  });

  test('[D34] /metrics counts requests by operation and status, in the format of Prometheus', async () => {
    const owner = await signInDemo(url, 'owner');
    await owner.ok('getSubProjects', {});
    const { text, headers } = await nobody.request('GET', '/metrics');
    expect(headers.get('content-type')).toMatch(/^text\/plain/);
    expect(text).toMatch(/operation="getSubProjects"/);
    expect(text).toMatch(/^# TYPE \S+ (counter|histogram|gauge)$/m);
  });

  test('[D34] /openapi.json is the published contract, and /docs shows it', async () => {
    const published = JSON.parse(readFileSync(new URL('../../docs/openapi.json', import.meta.url), 'utf8'));
    const { json } = await nobody.request('GET', '/openapi.json');
    published.components.securitySchemes.oauth2.flows.clientCredentials.tokenUrl = `${url}/v1/users/userLogin`;
    expect(json).toEqual({ ...published, servers: [{ url, description: 'This server' }] });
    const docs = await nobody.request('GET', '/docs');
    const page = docs.status === 302 ? await nobody.request('GET', docs.headers.get('location') ?? '') : docs;
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).not.toMatch(/src="https?:/);
  });
});

describe('tracing', () => {
  test('[D6] a visible trace id is echoed, anything else replaced', async () => {
    const given = `trace-${randomUUID()}`;
    const echoed = await nobody.request('GET', '/healthz', { headers: { 'x-service-traceid': given } });
    expect(echoed.headers.get('x-service-traceid')).toBe(given);
    for (const odd of ['', 'with space', 'x'.repeat(129), 'ä']) {
      const answer = await nobody.request('GET', '/healthz', { headers: { 'x-service-traceid': odd } });
      expect(answer.headers.get('x-service-traceid')).not.toBe(odd);
    }
    const [one, two] = await Promise.all([nobody.request('GET', '/healthz'), nobody.request('GET', '/healthz')]);
    expect(one.headers.get('x-service-traceid')).not.toBe(two.headers.get('x-service-traceid'));
  });
});

/** The status of a request that `fetch` does not send, or whose answer has no body. */
const statusOf = async (method: string, path: string): Promise<number | undefined> => {
  const request = httpRequest(`${url}${path}`, { method }).end();
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
};

describe('what is no operation', () => {
  test('[D9] unknown paths are 1004', async () => {
    const owner = await signInDemo(url, 'owner');
    for (const [method, path] of [
      ['GET', '/'],
      ['GET', '/v1'],
      ['GET', '/v2/process/getProcess'],
      ['GET', '/v1/process/getprocess'],
      ['GET', '/v1/process/../../etc/passwd'],
      ['GET', '/%2e%2e/%2e%2e/etc/passwd'],
      ['GET', '/docs/../../package.json'],
    ] as const) {
      const answer = await owner.request(method, path);
      expect([method, path, answer.status]).toEqual([method, path, 404]);
      expect(problemOf(answer).id).toBe(1004);
    }
  });

  test('[D9] another method of a known path is 1017, with those there are; OPTIONS tells them, HEAD is as GET', async () => {
    const owner = await signInDemo(url, 'owner');
    const [read, write] = ['/v1/process/getProcess', '/v1/process/updateProcessField'];
    for (const [method, path, allowed] of [
      ['POST', read, 'GET, HEAD, OPTIONS'],
      ['DELETE', `${read}?page=1`, 'GET, HEAD, OPTIONS'],
      ['PATCH', '/healthz', 'GET, HEAD, OPTIONS'],
      ['GET', write, 'OPTIONS, POST'],
    ] as const) {
      const answer = await owner.request(method, path);
      expect([method, path, answer.status, answer.headers.get('allow')]).toEqual([method, path, 405, allowed]);
      expect(problemOf(answer).id).toBe(1017);
    }
    for (const [path, allowed] of [
      [read, 'GET, HEAD, OPTIONS'],
      [write, 'OPTIONS, POST'],
    ] as const) {
      const answer = await createClient(url).request('OPTIONS', path);
      expect([answer.status, answer.headers.get('allow'), answer.text]).toEqual([204, allowed, '']);
    }
    const query = '/v1/process/projects/getSubProjects';
    const [head, get] = await Promise.all([owner.request('HEAD', query), owner.request('GET', query)]);
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      get.status,
      '',
      get.headers.get('content-length'),
    ]);
    expect(await statusOf('HEAD', query)).toBe(401);
    expect([await statusOf('HEAD', write), await statusOf('TRACE', read)]).toEqual([405, 405]);
    // Also where Fastify would rather say what is wrong with the content type.
    expect([await statusOf('QUERY', read), await statusOf('QUERY', '/nowhere')]).toEqual([405, 404]);
    const headers = { 'content-type': 'image/png' };
    expect((await fetch(new URL(read, url), { method: 'PUT', headers, body: 'x' })).status).toBe(405);
  });

  test('[D9] bytes that are no HTTP are answered, and the server goes on', async () => {
    const { hostname, port } = new URL(url);
    for (const bytes of [
      '\0\0\0\0',
      'GET / HTTP/9.9\r\n\r\n',
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nconnection: close\r\n\r\n`,
    ]) {
      const socket = connect(Number(port), hostname);
      const answer = await new Promise<string>((resolve) => {
        let text = '';
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        socket.on('close', () => resolve(text));
        socket.on('error', () => resolve(text));
        socket.write(bytes);
      });
      expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer), answer.slice(0, 100)).toBe(true);
    }
    expect((await nobody.request('GET', '/healthz')).status).toBe(200);
  });
});

describe('a server of its own', () => {
  let home: Home;
  let server: ServerProcess;
  let admin: Client;
  let loadedAtStart: ReadonlySet<string>;

  beforeAll(async () => {
    home = await createHome({ MILLRACE_LOG_LEVEL: 'trace', MILLRACE_STORE_SECRET_KEY: 'store-secret-of-the-test' });
    const noteModules = new URL('./support/note-modules.mjs', import.meta.url).href;
    home = {
      ...home,
      environment: {
        ...home.environment,
        MILLRACE_STORE_ACCESS_KEY: 'store-access-of-the-test',
        NODE_OPTIONS: `--import=${noteModules}`,
        MILLRACE_TEST_MODULES: join(home.dataDirectory, 'modules'),
      },
    };
    server = await startServerProcess(home, ['start']);
    loadedAtStart = new Set((await readFile(join(home.dataDirectory, 'modules'), 'utf8')).trim().split('\n'));
    admin = await signInAdmin(server.url);
  });

  afterAll(async () => {
    await server.stop();
    await home.remove();
  });

  test('[ADR 8] a start loads few modules, and none that it does not need', () => {
    expect(loadedAtStart.size).toBeGreaterThan(300);
    expect(loadedAtStart.size).toBeLessThan(700);
    const needless = /node_modules\/(@aws-sdk|@fastify\/swagger|nodemailer|yaml|tar-stream|@opentelemetry\/(?!api\/))/;
    expect([...loadedAtStart].filter((url) => needless.test(url))).toEqual([]);
  });

  test('[D34] prints no secret, token or signature at any log level', async () => {
    const person = await createPerson(admin);
    const document = configuration({ members: [{ user: person.email, roles: ['OWNER'] }] });
    const { id } = await deploy(admin, document);
    await createProcess(person.client, id);
    const { aws } = await createUpload(person.client, id);
    const { client_secret } = await admin.ok('rotateClientSecret', { clientId: person.clientId });
    await createClient(server.url).refused(
      'userLogin',
      { client_id: person.clientId, client_secret: 'wrong-guess' },
      1002,
    );
    await createClient(server.url, 'not-a-token').refused('getSubProjects', {}, 1001);
    const broken = { rawBody: `{"client_id":"x","client_secret":"secret-in-broken-json"` };
    await createClient(server.url).refused('userLogin', {}, 1007, broken);
    const output = await eventually(
      async () => server.output(),
      (text) => text.includes('not well-formed') || text.includes('"status":400'),
      3000,
    );
    expect(output, 'it logs requests at this level').toContain('createProcess');
    for (const secret of [
      person.clientSecret,
      client_secret,
      person.client.token,
      admin.token,
      'acceptance-admin-secret',
      'wrong-guess',
      'secret-in-broken-json',
      'not-a-token',
      'store-secret-of-the-test',
      aws.fields['X-Amz-Signature'],
    ]) {
      expect(output.includes(secret ?? ''), `${secret?.slice(0, 12)}… is in the output`).toBe(false);
    }
  });

  test('[D6] log lines carry the trace id', async () => {
    const traceId = `log-${randomUUID()}`;
    await admin.ok('getSubProjects', {}, { headers: { 'x-service-traceid': traceId } });
    const find = async () =>
      server
        .output()
        .split('\n')
        .find((one) => one.includes(traceId));
    const line = await eventually(find, (found) => found !== undefined, 3000);
    expect(JSON.parse(line ?? '{}')).toMatchObject({ traceId, operation: 'getSubProjects', status: 200 });
  });

  test('[D33] SIGTERM ends it with 0 within seconds, and its database with it', async () => {
    const begun = Date.now();
    expect(await server.stop()).toBe(0);
    expect(Date.now() - begun).toBeLessThan(10_000);
    await expect(createClient(server.url).request('GET', '/healthz')).rejects.toThrow();
  });
});

test('[D34] a setting that cannot be used is told by name, without a stack', async () => {
  const home = await createHome({ MILLRACE_TOKEN_SECONDS: 'soon' }, { after: 'nothing' });
  try {
    const failure = await startServerProcess(home, ['start']).then(
      () => 'started',
      (error: Error) => error.message,
    );
    expect(failure).toMatch(/^ended with 1 before it was ready/);
    expect(failure).toContain('MILLRACE_TOKEN_SECONDS');
    expect(failure).not.toMatch(/\n\s+at /);
  } finally {
    await home.remove();
  }
});

test('[D34] without credentials in its settings the first start writes them to a file that only its owner reads', async () => {
  const home = await createHome(
    { MILLRACE_ADMIN_CLIENT_ID: '', MILLRACE_ADMIN_CLIENT_SECRET: '' },
    { after: 'nothing' },
  );
  const server = await startServerProcess(home, ['start']);
  try {
    const find = async () => /"credentialsFile":"([^"]+)"/.exec(server.output())?.[1];
    const file = (await eventually(find, (found) => found !== undefined, 3000)) ?? '';
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const credentials = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    const { access_token } = await createClient(server.url).ok('userLogin', credentials);
    await createClient(server.url, access_token).ok('getClients', {});
    expect(server.output()).not.toContain(String(credentials.client_secret));
    await server.stop();
    const lines = server.output().trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Millrace is ready at /), 'server stopped']),
    );
  } finally {
    await server.stop();
    await home.remove();
  }
});
