import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OperationId, operations } from '@millrace/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../kernel/create-log.js';
import { type Connection, sql } from '../postgres/database.js';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.js';
import { type RunningServer, startServer } from './main.js';
import { readConfig } from './read-config.js';

// A server with five connections for requests. A row that the test locks makes requests as slow as the test wants.

const QUEUE = 4;
let database: TestDatabase;
let directory: string;
let server: RunningServer;
let administrator: string;
let subProjectId: string;

interface Answer {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
  readonly retryAfter: string | null;
}

async function request(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(`${server.url}${path}`, init);
  const text = await response.text();
  const json = text.startsWith('{') ? (JSON.parse(text) as Record<string, unknown>) : { text };
  return { status: response.status, json, retryAfter: response.headers.get('retry-after') };
}

function call(token: string, id: OperationId, members: object, signal?: AbortSignal): Promise<Answer> {
  const { method, path } = operations[id];
  const authorization = `Bearer ${token}`;
  const limit = signal === undefined ? {} : { signal };
  if (method === 'GET') {
    const query = new URLSearchParams(members as Record<string, string>);
    return request(`${path}?${query}`, { headers: { authorization }, ...limit });
  }
  const headers = { authorization, 'content-type': 'application/json' };
  return request(path, { method, headers, body: JSON.stringify(members), ...limit });
}

async function ok<T>(token: string, id: OperationId, members: object): Promise<T> {
  const { status, json } = await call(token, id, members);
  expect(status, JSON.stringify(json)).toBe(200);
  return json as T;
}

const signIn = (client_id: string, client_secret: string): Promise<{ access_token: string }> =>
  ok('', 'userLogin', { client_id, client_secret });

/** A member of the sub-project of its own: nothing is known of what its requests cost. */
async function createUser(): Promise<{ token: string; clientId: string; secret: string }> {
  const email = `${randomUUID()}@example.com`;
  const { user } = await ok<{ user: { id: string } }>(administrator, 'createUser', { name: 'A user', email });
  const created = await ok<{ client: { clientId: string }; client_secret: string }>(administrator, 'createClient', {
    userId: user.id,
  });
  const { clientId } = created.client;
  members.push(user.id);
  await ok(administrator, 'deploySubProject', { subProjectId, document: document() });
  const { access_token } = await signIn(clientId, created.client_secret);
  return { token: access_token, clientId, secret: created.client_secret };
}

const members: string[] = [];
const document = () => ({
  name: 'Shared',
  stages: [{ key: 'only', default: true }],
  fields: { note: { type: 'string' } },
  roles: [{ name: 'OWNER', read: true, create: true, update: true }],
  members: members.map((user) => ({ user, roles: ['OWNER'] })),
});

const createProcess = async (): Promise<string> =>
  (await ok<{ id: string }>(administrator, 'createProcess', { subProjectId, fields: {} })).id;

const update = (token: string, processId: string, signal?: AbortSignal): Promise<Answer> =>
  call(token, 'updateProcessField', { subProjectId, processId, updates: { note: randomUUID() } }, signal);

/** Keeps every change of the process waiting until the function that it returns is called. */
async function lock(processId: string): Promise<() => Promise<void>> {
  const connection: Connection = await database.db.acquire();
  await connection.control('begin');
  await connection.execute(sql`select from processes where id = ${processId} for update`);
  return async () => {
    await connection.control('rollback');
    connection.release();
  };
}

/** Statements of the server that wait for a lock. */
const blocked = async (): Promise<number> =>
  (
    await database.db`select pid from pg_stat_activity
      where datname = current_database() and application_name = 'millrace-api' and wait_event_type = 'Lock'`
  ).length;

async function metric(line: string): Promise<number> {
  const { text = '' } = (await request('/metrics')).json;
  return Number(
    String(text)
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.slice(line.length + 1),
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  directory = await mkdtemp(join(tmpdir(), 'millrace-fair-'));
  const settings = {
    PORT: '0',
    DATABASE_URL: database.url,
    MILLRACE_DATA_DIR: directory,
    MILLRACE_ADMIN_CLIENT_ID: 'test-admin',
    MILLRACE_ADMIN_CLIENT_SECRET: 'test-admin-secret',
    MILLRACE_DATABASE_CONNECTIONS: '5',
    MILLRACE_USER_QUEUE: String(QUEUE),
    MILLRACE_QUEUE_SECONDS: '60',
    MILLRACE_LOG_LEVEL: 'silent',
  };
  server = await startServer(readConfig(settings, 'api'), { log: createLog('silent') });
  administrator = (await signIn('test-admin', 'test-admin-secret')).access_token;
  subProjectId = (await ok<{ id: string }>(administrator, 'createSubProject', { name: 'Shared' })).id;
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(directory, { recursive: true, force: true });
});

test('forty slow requests of one user keep no other user waiting, and those beyond the queue are refused', async () => {
  const [busy, other] = [await createUser(), await createUser()];
  const [locked, free] = [await createProcess(), await createProcess()];
  const refusedBefore = await metric('millrace_requests_refused_total{reason="queue_full"}');
  const unlock = await lock(locked);
  const slow = Array.from({ length: 40 }, () => update(busy.token, locked));
  // One is let in, because nothing is known of this user's updates yet, and four wait.
  const refusedNow = () => metric('millrace_requests_refused_total{reason="queue_full"}');
  await expect.poll(refusedNow).toBe(refusedBefore + 39 - QUEUE);

  expect((await update(other.token, free)).status).toBe(200);
  expect((await request('/healthz')).status).toBe(200);
  expect(await request('/readyz')).toMatchObject({ status: 200, json: { checks: { database: 'ok' } } });
  expect((await signIn(other.clientId, other.secret)).access_token).toBeTruthy();
  expect(await blocked()).toBe(1);

  await unlock();
  const answers = await Promise.all(slow);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1 + QUEUE);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(39 - QUEUE);
  for (const { json, retryAfter } of refused) {
    expect(json).toMatchObject({ id: 1003, status: 429, detail: expect.stringContaining('too many requests') });
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  expect(await metric('millrace_database_waits_total')).toBeGreaterThanOrEqual(QUEUE);
  expect((await update(busy.token, locked)).status).toBe(200);
});

test('a client that goes away cancels its statement at once, and its change is rolled back', async () => {
  const user = await createUser();
  const processId = await createProcess();
  const unlock = await lock(processId);
  const client = new AbortController();
  const abandoned = update(user.token, processId, client.signal).catch((error: unknown) => error);
  await expect.poll(blocked).toBe(1);
  const before = performance.now();
  client.abort();
  await expect.poll(blocked).toBe(0);
  expect(performance.now() - before).toBeLessThan(1000);
  await abandoned;
  await unlock();
  expect(await metric('millrace_database_cancelled_statements_total')).toBe(1);
  const { processes } = await ok<{ processes: { fields: object }[] }>(user.token, 'getProcess', {
    page: '1',
    perPageCount: '10',
    filters: JSON.stringify({ subProjectId_id: subProjectId, id: processId }),
  });
  expect(processes).toMatchObject([{ fields: {} }]);
  expect((await update(user.token, processId)).status).toBe(200);
});

test('a client that goes away while its request waits gives up its place', async () => {
  const user = await createUser();
  const processId = await createProcess();
  const unlock = await lock(processId);
  const first = update(user.token, processId);
  await expect.poll(blocked).toBe(1);
  const client = new AbortController();
  const waiting = Array.from({ length: QUEUE }, () =>
    update(user.token, processId, client.signal).catch(() => undefined),
  );
  await expect.poll(() => metric('millrace_database_connections{use="waiting"}')).toBe(QUEUE);
  client.abort();
  await Promise.all(waiting);
  await expect.poll(() => metric('millrace_database_connections{use="waiting"}')).toBe(0);
  await unlock();
  expect((await first).status).toBe(200);
});
