import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bpmn, end, line, serviceTask, start, userTask } from './support/bpmn.js';
import { eventually } from './support/eventually.js';
import { signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { configuration, deploy } from './support/sub-project.js';

const INCIDENTS = 1000;
const FAIL_AGAIN = 370;
/** For a machine on which much else runs. */
const PATIENCE_MS = 300_000;

let home: Home;
let servers: ServerProcess[] = [];
let erp: Server;
let isDown = true;
/** What the other system was asked to book, once for each time. */
const booked: number[] = [];

/** Two servers of their own on one database: a data directory is shared, the addresses are not. */
const begin = () => startServerProcess(home, ['start']);
beforeAll(async () => {
  erp = createServer(({ url = '' }, response) => {
    const amount = Number(url.slice(1));
    const isRefused = isDown || amount % 100 < 37;
    if (!isRefused) booked.push(amount);
    response.writeHead(isRefused ? 503 : 200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(erp, 'listening');
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  servers = [await begin(), await begin()];
}, 300_000);
afterAll(async () => {
  erp?.close();
  await Promise.all(servers.map((server) => server.stop()));
  await home.remove();
});

/** The administrator at a server that runs. */
const admin = () => signInAdmin(servers[0]?.url ?? '');

test('the counts of a bulk retry are those of the runs, whichever server is killed on the way', {
  timeout: 2 * PATIENCE_MS,
}, async () => {
  const { port } = erp.address() as AddressInfo;
  const post = serviceTask(
    'post',
    'http',
    { method: '"POST"', url: `"http://127.0.0.1:${port}/" + string(process.fields.amount)` },
    1,
  );
  const elements = [start(), post, userTask('check'), end(), line('start', 'post', 'check', 'end')].join('\n');
  const document = configuration({
    http: { allowPrivateAddresses: ['127.0.0.1'] },
    members: [],
    workflows: [{ key: 'book', name: 'Book', stages: ['stage_init'], file: 'book.bpmn' }],
  });
  const first = await admin();
  const { id: subProjectId, workflows } = await deploy(first, document, { 'book.bpmn': bpmn('book', elements) });
  const rows = Array.from({ length: INCIDENTS }, (_, amount) => `s,${amount}`);
  await first.ok('importProcesses', {
    subProjectId,
    format: 'csv',
    content: ['fields.supplier,fields.amount', ...rows, ''].join('\n'),
  });
  await first.ok('bulkExecuteWorkflow', {
    subProjectId,
    filters: {},
    stageKey: 'stage_init',
    workflowId: workflows.book,
  });
  const open = async () => {
    const client = await admin();
    const { meta } = await client.ok('getIncidents', { subProjectId, include: 'meta', perPageCount: '1' });
    return Number(meta?.totalCount);
  };
  expect(await eventually(open, (count) => count === INCIDENTS, PATIENCE_MS)).toBe(INCIDENTS);
  isDown = false;

  const { bulkId, total } = await first.ok('bulkOperateRuns', {
    subProjectId,
    action: 'RETRY',
    canary: { count: 10, mostFailedPercent: 100 },
  });
  expect(total).toBe(String(INCIDENTS));
  const progress = async () => {
    const client = await admin();
    return (await client.ok('getBulkOperation', { subProjectId, bulkId })).bulkOperation;
  };
  // After both have been killed, the one that did the work was.
  for (const part of [0.2, 0.5]) {
    await eventually(progress, ({ done }) => Number(done) >= part * INCIDENTS, PATIENCE_MS);
    expect((await progress()).state).toBe('RUNNING');
    await servers.shift()?.stop('SIGKILL');
    servers.push(await begin());
  }
  const bulk = await eventually(progress, ({ state }) => state !== 'RUNNING', PATIENCE_MS);
  expect(bulk).toMatchObject({
    state: 'COMPLETED',
    done: String(INCIDENTS),
    failed: '0',
    outcomes: [
      { outcome: 'FAILED_AGAIN', count: String(FAIL_AGAIN) },
      { outcome: 'SOLVED', count: String(INCIDENTS - FAIL_AGAIN) },
    ],
  });
  expect(await open()).toBe(FAIL_AGAIN);
  const client = await admin();
  const { tasks } = await client.ok('getTasks', { subProjectId, perPageCount: '1000' });
  expect(tasks).toHaveLength(INCIDENTS - FAIL_AGAIN);
  // At least once each: a job whose server was killed is tried again.
  expect(new Set(booked).size).toBe(INCIDENTS - FAIL_AGAIN);
});
