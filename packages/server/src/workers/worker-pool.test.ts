import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../start/read-config.js';
import { WorkerPool } from './worker-pool.js';

let folder: string;
let pool: WorkerPool | undefined;
const lines: Record<string, unknown>[] = [];
const write = (context: object, message: string): void => {
  lines.push({ ...context, message, at: performance.now() });
};
// Only what the pool uses of a logger.
const log = { info: write, error: write } as ConstructorParameters<typeof WorkerPool>[2];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-worker-pool-'));
  lines.splice(0);
});
afterEach(async () => {
  await pool?.stop();
  await rm(folder, { recursive: true });
});

async function poolOf(size: number, body: string): Promise<WorkerPool> {
  const path = join(folder, 'program.mjs');
  const ready = `process.send({ kind: 'ready', url: 'http://x', credentialsFile: undefined })`;
  await writeFile(
    path,
    `import { existsSync, writeFileSync } from 'node:fs';
    process.on('message', (m, socket) => { const ready = () => ${ready}; ${body} });`,
  );
  pool = new WorkerPool(readConfig({}), size, log, path);
  return pool;
}

const deaths = () => lines.filter(({ message }) => message === 'a server process died and is replaced');

test('[D50] when all of them die at their start it gives up, and says how they died', async () => {
  const dying = await poolOf(2, 'process.exit(3)');
  await expect(dying.start()).rejects.toThrow(
    /^All 2 server processes died at their start \(one ended with exit code 3\)/,
  );
  expect(deaths().length).toBeLessThanOrEqual(4);
});

test('[D50] what the first process says that cannot start is the reason, told once', async () => {
  const failing = await poolOf(3, `process.send({ kind: 'failed', message: 'X: is wrong' }, () => process.exit(1))`);
  await expect(failing.start()).rejects.toThrow(/^X: is wrong$/);
});

test('[D50] one that dies at its start is tried again while the other serves', async () => {
  const half = await poolOf(
    2,
    `if (m.kind === 'begin') m.worker === 1 ? ready() : process.exit(3); else if (m.kind === 'stop') process.exit(0)`,
  );
  expect(await half.start()).toMatchObject({ url: 'http://x' });
  await vi.waitFor(() => expect(deaths().length).toBeGreaterThanOrEqual(3), 20_000);
  expect(new Set(deaths().map(({ worker }) => worker))).toEqual(new Set([2]));
  expect(
    deaths()
      .map(({ againInMs }) => againInMs)
      .slice(0, 3),
  ).toEqual([100, 200, 400]);
});

test('[D50] stopping waits for each to end by itself', async () => {
  const slow = await poolOf(
    2,
    `if (m.kind === 'begin') ready(); else if (m.kind === 'stop') setTimeout(() => process.exit(0), 300)`,
  );
  await slow.start();
  const begun = performance.now();
  await slow.stop();
  expect(performance.now() - begun).toBeGreaterThan(250);
  expect(deaths()).toEqual([]);
});

test('[D50] connections on their way to a process that dies end, and those after them are answered', async () => {
  // The first one gets stuck for a while and is killed; connections wait for it meanwhile.
  const again = await poolOf(
    1,
    `if (m.kind === 'stop') process.exit(0);
    if (m.kind === 'begin') {
      ready();
      if (existsSync(${JSON.stringify(join(folder, 'second'))})) return;
      writeFileSync(${JSON.stringify(join(folder, 'second'))}, '');
      setTimeout(() => {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
        process.kill(process.pid, 'SIGKILL');
      }, 200);
    }
    if (m.kind === 'connection') { process.send({ kind: 'taken', id: m.id }); socket.end('here'); }`,
  );
  await again.start();
  const server = createServer({ pauseOnConnect: true }, (socket) => again.take(socket)).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const ask = async () => {
      let got = '';
      const client = connect(port, '127.0.0.1');
      client.setEncoding('utf8').on('data', (text: string) => {
        got += text;
      });
      await Promise.race([once(client, 'close'), once(client, 'error')]).catch(() => undefined);
      return got;
    };
    await sleep(500);
    expect(await Promise.all([ask(), ask(), ask(), ask()])).toEqual(['', '', '', '']);
    expect(deaths()).toHaveLength(1);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['here', 'here', 'here']);
  } finally {
    server.close();
  }
});
