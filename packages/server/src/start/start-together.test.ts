import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ServerRole } from '../kernel/config.js';
import { createLog } from '../kernel/create-log.js';
import { freePort } from '../kernel/free-port.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type Preparation, type RunningServer, startServer } from './main.js';
import { readConfig } from './read-config.js';

let database: TestDatabase;
let dataDirectory: string;
const running: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase({ empty: true });
  dataDirectory = await mkdtemp(join(tmpdir(), 'millrace-start-'));
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  await database.drop();
  await rm(dataDirectory, { recursive: true, force: true });
});

async function start(role: ServerRole, port: number, preparation?: Preparation): Promise<RunningServer> {
  const environment = { DATABASE_URL: database.url, MILLRACE_DATA_DIR: dataDirectory, PORT: String(port) };
  const config = readConfig({ ...environment, MILLRACE_DATABASE_CONNECTIONS: '4' }, role);
  const log = createLog('silent');
  const server = await startServer(config, preparation === undefined ? { log } : { log, preparation });
  running.push(server);
  return server;
}

const readiness = async (port: number) => {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`);
  return { status: response.status, body: await response.json() };
};

describe('a start', () => {
  it('of an API server and a worker together, on a new data directory and database, makes both ready', async () => {
    const [api, worker] = [await freePort('127.0.0.1'), await freePort('127.0.0.1')];
    await Promise.all([start('api', api), start('worker', worker)]);
    for (const port of [api, worker]) {
      expect(await readiness(port)).toMatchObject({ status: 200, body: { checks: { database: 'ok', store: 'ok' } } });
    }
  });

  it('is not ready before its preparation is done, and says why', async () => {
    const port = await freePort('127.0.0.1');
    const seen: unknown[] = [];
    await start('all', port, {
      name: 'demo',
      reason: 'the demo data are being loaded',
      run: async () => {
        seen.push(await readiness(port));
      },
    });
    expect(seen).toMatchObject([
      {
        status: 503,
        body: {
          status: 'not ready',
          checks: { database: 'ok', store: 'ok', demo: 'the demo data are being loaded' },
        },
      },
    ]);
    expect(await readiness(port)).toEqual({
      status: 200,
      body: { status: 'ready', checks: { database: 'ok', store: 'ok' } },
    });
  });

  it('fails when its preparation does, and leaves nothing running', async () => {
    const port = await freePort('127.0.0.1');
    const run = () => Promise.reject(new Error('no data'));
    await expect(start('all', port, { name: 'demo', reason: 'loading', run })).rejects.toThrow('no data');
    await expect(fetch(`http://127.0.0.1:${port}/readyz`)).rejects.toThrow();
  });
});
