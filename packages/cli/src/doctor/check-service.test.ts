import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { checkService } from './check-service.js';

let server: Server | undefined;
afterEach(() => server?.close());

/** A service with these answers by path. */
async function serviceWith(answers: Record<string, [status: number, body: object]>, aheadMs = 0): Promise<string> {
  server = createServer((request, response) => {
    const [status, body] = answers[request.url ?? ''] ?? [404, {}];
    response.writeHead(status, {
      date: new Date(Date.now() + aheadMs).toUTCString(),
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const healthy: Record<string, [number, object]> = {
  '/healthz': [200, { status: 'ok' }],
  '/readyz': [200, { status: 'ready', checks: { database: 'ok', store: 'ok' } }],
  '/openapi.json': [200, { info: { version: '1.2.3' } }],
};

const statuses = async (url: string) =>
  Object.fromEntries((await checkService(url, '1.2.3')).checks.map(({ name, status }) => [name, status]));

describe('doctor', () => {
  test('a healthy service of the same version passes', async () => {
    expect(await statuses(await serviceWith(healthy))).toEqual({
      reachable: 'ok',
      ready: 'ok',
      worker: 'skipped',
      clock: 'ok',
      version: 'ok',
    });
  });

  test.each([
    [90_000, /^the service is (89|90|91) s ahead$/],
    [-90_000, /^the service is (89|90|91) s behind$/],
  ])('a clock that differs by %i ms fails', async (skew, detail) => {
    const { checks } = await checkService(await serviceWith(healthy, skew), '1.2.3');
    expect(checks.find(({ name }) => name === 'clock')).toEqual({
      name: 'clock',
      status: 'failed',
      detail: expect.stringMatching(detail),
      advice: expect.stringContaining('NTP'),
    });
  });

  test('what is not ready is named', async () => {
    const url = await serviceWith({
      ...healthy,
      '/readyz': [503, { status: 'not ready', checks: { database: 'unavailable' } }],
    });
    const { checks, reachable } = await checkService(url, '1.2.3');
    expect(reachable).toBe(true);
    expect(checks).toContainEqual({
      name: 'ready',
      status: 'failed',
      detail: 'database unavailable',
      advice: expect.stringContaining('log of the server'),
    });
  });

  test('another version is a warning, another service a failure', async () => {
    expect((await checkService(await serviceWith(healthy), '2.0.0')).checks).toContainEqual({
      name: 'version',
      status: 'warning',
      detail: 'the service is 1.2.3, this command 2.0.0',
      advice: expect.any(String),
    });
    server?.close();
    expect(await statuses(await serviceWith({}))).toEqual({ reachable: 'failed' });
  });
});
