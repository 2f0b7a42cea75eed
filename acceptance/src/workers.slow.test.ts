import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { type Client, signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import type { SubProject } from './support/sub-project.js';
import { deployWorkflows, execute, waitForState } from './support/workflows.js';

let home: Home;
beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'info' });
});
afterAll(() => home.remove());

interface LogLine {
  readonly pid: number;
  readonly worker?: number;
  readonly workerPid?: number;
}

const logLines = (of: ServerProcess, message: string): readonly LogLine[] =>
  of
    .output()
    .split('\n')
    .flatMap((line) => (line.endsWith(`"msg":"${message}"}`) ? [JSON.parse(line) as LogLine] : []));

const readyWorkers = (of: ServerProcess) => logLines(of, 'server process ready');

const answeredBy = (of: ServerProcess) => new Set(logLines(of, 'request answered').map(({ worker }) => worker));

/**
 * On a connection of its own; resolves with the status, rejects with what became of the connection.
 * @param onConnect called once the connection is established
 */
async function getOnce(url: string, token: string, onConnect = () => undefined): Promise<number | undefined> {
  const request = get(url, { agent: false, headers: { authorization: `Bearer ${token}` } });
  request.once('socket', (socket) => socket.once('connect', onConnect));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

async function token(url: string): Promise<string> {
  const body = JSON.stringify({ client_id: 'acceptance-admin', client_secret: 'acceptance-admin-secret' });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/v1/users/userLogin`, { method: 'POST', headers, body });
  return ((await response.json()) as { access_token: string }).access_token;
}

describe('start --workers 2', () => {
  let running: ServerProcess;
  beforeAll(async () => {
    running = await startServerProcess(home, ['start', '--workers', '2']);
  });
  afterAll(() => running?.stop());

  test('both processes answer on one port, and /metrics shows both', async () => {
    const bearer = await token(running.url);
    for (let n = 0; n < 6; n += 1) expect(await getOnce(`${running.url}/readyz`, bearer)).toBe(200);
    expect(
      [
        ...(await eventually(
          async () => answeredBy(running),
          (seen) => seen.size === 2,
        )),
      ].toSorted(),
    ).toEqual([1, 2]);
    const metrics = await (await fetch(`${running.url}/metrics`)).text();
    expect(metrics).toContain('\nmillrace_server_processes 2\n');
    const counted = /millrace_http_request_duration_seconds_count\{operation="\/readyz",status="200"\} (\d+)/.exec(
      metrics,
    );
    expect(Number(counted?.[1])).toBe(6);
  });

  test('kill -9 of one loses nothing that was answered; it is replaced while the other goes on', async () => {
    const admin = await signInAdmin(running.url);
    const subProject = await deployWorkflows(admin, { members: [] });
    const created: string[] = [];
    const racing: string[] = [];
    let isOver = false;
    const failures: string[] = [];
    const load = Array.from({ length: 4 }, () =>
      work(admin, subProject, { created, racing, failures, over: () => isOver }),
    );
    await eventually(
      async () => racing.length,
      (n) => n >= 6,
    );
    const [victim] = readyWorkers(running);
    process.kill(victim?.workerPid ?? 0, 'SIGKILL');
    const before = created.length;
    await eventually(
      async () => readyWorkers(running).length,
      (n) => n === 3,
    );
    await eventually(
      async () => created.length,
      (n) => n > before + 10,
    );
    isOver = true;
    await Promise.all(load);
    for (const failure of failures)
      expect(failure).toMatch(/the connection failed|fetch failed|terminated|ECONNRE|closed/i);
    for (const id of racing)
      expect((await waitForState(admin, subProject.id, id, 'COMPLETED')).run.state).toBe('COMPLETED');
    const filters = { subProjectId_id: subProject.id };
    const found = await admin.ok('getProcess', { page: '1', perPageCount: '1000', filters });
    const ids = new Set(found.processes.map(({ id }) => id));
    expect(created.filter((id) => !ids.has(id))).toEqual([]);
    expect((await admin.ok('getStuckRuns', { subProjectId: subProject.id })).runs).toEqual([]);
  });

  test('a port that is in use is told once, and nothing is left running', async () => {
    const other = await createHome({ PORT: new URL(running.url).port, MILLRACE_LOG_LEVEL: 'silent' });
    try {
      const failed = startServerProcess(other, ['start', '--workers', '2']);
      await expect(failed).rejects.toThrow(
        /ended with 1 .*\n\{[^\n]*"reason":"Port \d+ on 127.0.0.1 is in use[^\n]*"msg":"millrace could not go on"\}\n$/,
      );
    } finally {
      await other.remove();
    }
  });

  test('what keeps every process from starting is told once', async () => {
    const keyed = await createHome({ MILLRACE_LOG_LEVEL: 'silent' });
    const withKey = (n: number) => ({
      ...keyed,
      environment: { ...keyed.environment, MILLRACE_SECRET_KEY: Buffer.alloc(32, n).toString('base64') },
    });
    try {
      const first = await startServerProcess(withKey(1), ['start', '--workers', '2']);
      const bearer = await token(first.url);
      expect(await getOnce(`${first.url}/v1/process/projects/getSubProjects`, bearer)).toBe(200);
      expect(await first.stop()).toBe(0);
      await expect(startServerProcess(withKey(2), ['start', '--workers', '2'])).rejects.toThrow(
        /"reason":"MILLRACE_SECRET_KEY: holds key [0-9a-f]{8}, [^\n]*\n$/,
      );
      await expect(startServerProcess(keyed, ['start'])).rejects.toThrow('MILLRACE_SECRET_KEY: is not set');
    } finally {
      await keyed.remove();
    }
  });
});

describe('SIGTERM', () => {
  let server: ServerProcess | undefined;
  afterEach(() => server?.stop());

  test.each([[[]], [['--workers', '2']]])('answers every connection it has accepted: start %j', async (options) => {
    for (let round = 0; round < 3; round += 1) {
      const running = await startServerProcess(home, ['start', ...options]);
      server = running;
      const bearer = await token(running.url);
      let connected = 0;
      const answers = Promise.allSettled(
        Array.from({ length: 150 }, () =>
          getOnce(`${running.url}/v1/process/projects/getSubProjects`, bearer, () => {
            connected += 1;
          }),
        ),
      );
      // Some are answered by now and most are on their way; the server may not have accepted all that are connected.
      await eventually(
        async () => answeredBy(running).size > 0 && connected > 50,
        (isUnderWay) => isUnderWay,
        60_000,
      );
      expect(await running.stop('SIGTERM')).toBe(0);
      const outcomes = (await answers).map((one) =>
        one.status === 'fulfilled' ? `${one.value}` : ((one.reason as NodeJS.ErrnoException).code ?? `${one.reason}`),
      );
      // Refused is what a client meets that comes after the end.
      expect(outcomes.filter((outcome) => outcome !== '200' && outcome !== 'ECONNREFUSED')).toEqual([]);
      expect(outcomes.filter((outcome) => outcome === '200').length).toBeGreaterThan(50);
    }
  });
});

interface Load {
  readonly created: string[];
  readonly racing: string[];
  readonly failures: string[];
  over(): boolean;
}

async function work(admin: Client, subProject: SubProject, load: Load): Promise<void> {
  while (!load.over()) {
    try {
      const { id } = await admin.ok('createProcess', { subProjectId: subProject.id, fields: { supplier: 'a' } });
      load.created.push(id);
      if (load.racing.length < 20) load.racing.push((await execute(admin, subProject, 'timer')).id);
    } catch (error) {
      load.failures.push(`${error} ${error instanceof Error ? error.cause : ''}`);
    }
  }
}

describe('start --role api and start --role worker together on a new data directory', () => {
  test('both become ready, and a run that waits for a timer ends', async () => {
    const fresh = await createHome({ MILLRACE_LOG_LEVEL: 'warn' }, { after: 'nothing' });
    const roles = ['api', 'worker'];
    const started = await Promise.allSettled(roles.map((role) => startServerProcess(fresh, ['start', '--role', role])));
    const servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    try {
      expect(started.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
      for (const { url } of servers) {
        const ready = await fetch(`${url}/readyz`);
        expect(await ready.json()).toMatchObject({ status: 'ready', checks: { database: 'ok', store: 'ok' } });
      }
      const admin = await signInAdmin(servers[0]?.url ?? '');
      const subProject = await deployWorkflows(admin, { members: [] });
      const { id } = await execute(admin, subProject, 'timer');
      expect((await waitForState(admin, subProject.id, id, 'COMPLETED')).run.state).toBe('COMPLETED');
    } finally {
      await Promise.all(servers.map((one) => one.stop()));
      await fresh.remove();
    }
  });
});
