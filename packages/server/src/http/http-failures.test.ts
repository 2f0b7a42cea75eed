import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../kernel/create-log.js';
import { createBareApp } from './app.js';

let app: FastifyInstance;
let port: number;
const lines: string[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => lines.push(line) }) as FastifyBaseLogger;
  const metrics = { contentType: '', text: async () => '', requestAnswered: () => undefined };
  app = createBareApp({ log, trustProxy: 0, probes: {}, metrics, stopping: () => false } as unknown as Parameters<
    typeof createBareApp
  >[0]);
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

/** Everything the server says to these bytes until it closes the connection. */
async function exchange(bytes: string): Promise<{ status: number; headers: Map<string, string>; body: string }> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  socket.write(bytes, 'latin1');
  await once(socket, 'end');
  socket.destroy();
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [first = '', ...rest] = head.split('\r\n');
  const headers = new Map(
    rest.map((line): [string, string] => {
      const [name = '', value = ''] = line.split(': ');
      return [name.toLowerCase(), value];
    }),
  );
  return { status: Number(first.split(' ')[1]), headers, body };
}

const close = 'Connection: close\r\n';
test.each<[string, string, number, number, string]>([
  ['no HTTP at all', 'hello\r\n\r\n', 400, 1011, '/'],
  ['a method that does not exist', `GETT /v1/x?secret=1 HTTP/1.1\r\nHost: a\r\n\r\n`, 400, 1011, '/v1/x'],
  ['a header without a name', 'GET /healthz HTTP/1.1\r\nHost: a\r\n: x\r\n\r\n', 400, 1011, '/healthz'],
  ['two lengths', 'POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx', 400, 1011, '/a'],
  ['no Host header', `GET /healthz HTTP/1.1\r\n${close}\r\n`, 400, 1011, '/healthz'],
  ['another Expect', `GET /healthz?a HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n${close}\r\n`, 417, 1013, '/healthz'],
  ['headers that are too long', `GET /healthz HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(1e6)}\r\n\r\n`, 431, 1014, '/'],
  ['a path that is too long', `GET /${'x'.repeat(200_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431, 1014, '/'],
])('[D6] [D7] %s is answered with a trace id and a problem', async (_name, bytes, status, id, instance) => {
  const answer = await exchange(bytes);
  expect(answer.status).toBe(status);
  const traceId = answer.headers.get('x-service-traceid');
  expect(traceId).toMatch(/^[\x21-\x7e]{1,128}$/);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = JSON.parse(answer.body) as { instance: string };
  expect(problem).toMatchObject({ status, id, traceId });
  // A long request line is in several pieces, of which Node shows the last.
  if (status !== 431) expect(problem.instance).toBe(instance);
  expect(lines.some((line) => line.includes(traceId ?? '?'))).toBe(true);
});

test('[D9] a request that does not arrive in time is 408', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const [serverSide] = (await once(app.server, 'connection')) as [unknown];
  const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, serverSide);
  await once(socket, 'end');
  socket.destroy();
  expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(text).toContain('"id":1012');
});

test('a request that goes on after 100-continue, and one of HTTP/1.0 without Host, are answered', async () => {
  const expecting = `GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n${close}\r\n`;
  expect((await exchange(expecting)).status).toBe(100);
  expect((await exchange('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
});
