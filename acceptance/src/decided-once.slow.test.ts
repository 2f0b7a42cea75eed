import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type CuttingProxy, startCuttingProxy } from './support/cutting-proxy.js';
import { type Answer, type Client, createClient, problemOf, signInAdmin } from './support/http.js';
import type { SubProject } from './support/sub-project.js';
import { deployWorkflows, execute, type StartedRun } from './support/workflows.js';

/** Cuts of the connection of one decision each; milliseconds after it began, in which most decisions are made. */
const DECISIONS = 20;
const LATEST_CUT_MS = 40;

const url = inject('demoUrl');
let admin: Client;
let subProject: SubProject;
let proxy: CuttingProxy;
beforeAll(async () => {
  [admin, proxy] = await Promise.all([signInAdmin(url), startCuttingProxy(url)]);
  subProject = await deployWorkflows(admin, { members: [] });
});
afterAll(() => proxy.close());

/** As a client that repeats a request with its key until it is answered; the first tries are cut off. */
async function persist(operation: string, members: object, cuts: number): Promise<Answer> {
  const headers = { 'idempotency-key': randomUUID() };
  for (let attempt = 0; ; attempt += 1) {
    proxy.cutAfterMs = attempt < cuts ? randomInt(LATEST_CUT_MS) : undefined;
    try {
      const answer = await createClient(proxy.url, admin.token).call(operation, { ...members }, { headers });
      // The request before may still be at work on the server.
      if (answer.status !== 409 || problemOf(answer).id !== 1009) return answer;
    } catch (error) {
      if (attempt >= cuts + 20) throw error;
    }
  }
}

/** How often a run was resumed, and its completed tasks. */
async function decisionsOf({ id: runId, processId }: StartedRun) {
  const { id: subProjectId } = subProject;
  const { logs } = await admin.ok('getAuditLogs', { subProjectId, processId, filters: { action: 'run.resume' } });
  const { tasks } = await admin.ok('getTasks', { subProjectId, runId, state: 'COMPLETED' });
  return { resumed: logs.length, completed: tasks.map(({ approved }) => approved) };
}

const once = { resumed: 1, completed: [true] };

test('a connection that is cut at any moment of a decision leaves exactly one decision', async () => {
  for (let n = 0; n < DECISIONS; n += 1) {
    const run = await execute(admin, subProject, 'approval');
    const members = { subProjectId: subProject.id, runId: run.id, approved: true, comment: `decision ${n}` };
    const { status, text } = await persist('resumeWorkflowRunsApi', members, 3);
    expect([status, text]).toEqual([200, expect.stringContaining(run.id)]);
    expect(await decisionsOf(run)).toEqual(once);
  }
}, 120_000);

test('decideTasks that is cut off goes on where it ended: each task is decided once', async () => {
  const { id: subProjectId } = subProject;
  const runs: StartedRun[] = [];
  for (let n = 0; n < 10; n += 1) runs.push(await execute(admin, subProject, 'approval'));
  const taskIds: string[] = [];
  for (const { id: runId } of runs) {
    const { tasks } = await admin.ok('getTasks', { subProjectId, runId });
    taskIds.push(...tasks.map(({ id }) => id));
  }
  const { json } = await persist('decideTasks', { subProjectId, taskIds, approved: true, comment: 'all of them' }, 6);
  expect(json).toMatchObject({ decided: 10, refused: 0 });
  for (const run of runs) expect(await decisionsOf(run)).toEqual(once);
}, 120_000);
