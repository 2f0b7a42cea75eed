import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { type Client, signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import type { SubProject } from './support/sub-project.js';
import { deployWorkflows } from './support/workflows.js';

const PROCESSES = 1500;
const KILLS = 3;

let home: Home;
let server: ServerProcess;
let admin: Client;
let subProject: SubProject;

async function begin(): Promise<void> {
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(server.url);
}
beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  await begin();
  subProject = await deployWorkflows(admin, { members: [] });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await home.remove();
});

const bulk = async (bulkId: string) =>
  (await admin.ok('getBulkOperation', { subProjectId: subProject.id, bulkId })).bulkOperation;

test('[D127] a server that is killed while it starts runs in bulk starts each of them once', {
  timeout: 300_000,
}, async () => {
  const { id: subProjectId } = subProject;
  const lines = Array.from({ length: PROCESSES }, (_, index) => `Supplier ${index}`);
  const imported = await admin.ok('importProcesses', {
    subProjectId,
    format: 'csv',
    content: ['fields.supplier', ...lines].join('\n'),
  });
  expect(imported).toMatchObject({ created: String(PROCESSES) });
  const { bulkId, total } = await admin.ok('bulkExecuteWorkflow', {
    subProjectId,
    filters: {},
    stageKey: 'stage_init',
    workflowId: subProject.workflows.approval,
  });
  expect(total).toBe(String(PROCESSES));

  const killedAt: number[] = [];
  for (let kill = 1; kill <= KILLS; kill += 1) {
    // While it is at work: each time after some more runs, at another moment of a batch.
    const before = killedAt.at(-1) ?? 0;
    const { done } = await eventually(
      () => bulk(bulkId),
      ({ state, done }) => state !== 'RUNNING' || Number(done) > before,
      60_000,
    );
    await delay(Math.random() * 100);
    await server.stop('SIGKILL');
    killedAt.push(Number(done));
    await begin();
  }
  expect(killedAt.at(-1), `killed after ${killedAt.join(', ')} runs`).toBeLessThan(PROCESSES);
  const ended = await eventually(
    () => bulk(bulkId),
    ({ state }) => state !== 'RUNNING',
    120_000,
  );
  expect(ended).toMatchObject({
    state: 'COMPLETED',
    total: String(PROCESSES),
    done: String(PROCESSES),
    failed: '0',
    outcomes: [{ outcome: 'PAUSED', count: String(PROCESSES) }],
  });
  const started: string[] = [];
  for (let page = 1; page <= PROCESSES / 1000 + 1; page += 1) {
    const { runs } = await admin.ok('getWorkflowRuns', { subProjectId, page: String(page), perPageCount: '1000' });
    started.push(...runs.map(({ processId }) => processId));
  }
  expect(started).toHaveLength(PROCESSES);
  expect(new Set(started).size).toBe(PROCESSES);
  const { meta } = await admin.ok('getAuditLogs', { subProjectId, filters: { action: 'run.start' } });
  expect(meta.totalCount).toBe(String(PROCESSES));
});
