import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from './support/eventually.js';
import { type Client, createClient, signInAdmin } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { createUpload, postForm } from './support/store.js';
import { readProcess, type SubProject } from './support/sub-project.js';
import type { Process, WorkflowRun } from './support/wire.js';
import { deployWorkflows, execute, waitForState } from './support/workflows.js';

let home: Home;
let server: ServerProcess;
let admin: Client;
let subProject: SubProject;

beforeAll(async () => {
  home = await createHome({ MILLRACE_LOG_LEVEL: 'warn' });
  await begin();
});

beforeEach(async () => {
  subProject = await deployWorkflows(admin, { members: [] });
});

afterAll(async () => {
  await server.stop();
  await home.remove();
});

async function begin(): Promise<void> {
  server = await startServerProcess(home, ['start']);
  admin = await signInAdmin(server.url);
}

/** What the server said it did: everything in here must be there ever after. */
interface Acknowledged {
  /** Notes by process id: the last one that was confirmed, or one that was asked for after it. */
  readonly notes: Map<string, { confirmed: string | undefined; asked: string | undefined }>;
  readonly racing: Set<string>;
  readonly paused: Set<string>;
  readonly decided: Map<string, string>;
  readonly files: Set<string>;
}

/** One client that creates, updates, executes, decides and uploads until its server is gone. */
async function work(client: Client, acknowledged: Acknowledged, worker: number): Promise<void> {
  for (let n = 0; ; n++) {
    const { id } = await client.ok('createProcess', { subProjectId: subProject.id, fields: { supplier: `${worker}` } });
    const note = { confirmed: undefined as string | undefined, asked: undefined as string | undefined };
    acknowledged.notes.set(id, note);
    for (const text of ['a', 'b']) {
      note.asked = `${text}${n}`;
      const updates = { notes: note.asked };
      await client.ok('updateProcessField', { subProjectId: subProject.id, processId: id, updates });
      note.confirmed = note.asked;
    }
    const approval = await execute(client, subProject, 'approval');
    acknowledged.paused.add(approval.id);
    acknowledged.racing.add((await execute(client, subProject, 'timer')).id);
    if (n % 2 === 0) {
      acknowledged.paused.delete(approval.id);
      const payload = { comment: 'fine' };
      const body = { subProjectId: subProject.id, runId: approval.id, approved: true, payload };
      const { runId } = await client.ok('resumeWorkflowRunsApi', body);
      acknowledged.decided.set(runId.id, approval.processId);
    }
    const { file, aws } = await createUpload(client, subProject.id, { fileName: `${worker}-${n}.pdf` });
    if ((await postForm(aws, `content of ${file.id}`)).status === 204) {
      await client.ok('closeSignedStorage', { subProjectId: subProject.id, fileId: file.id });
      acknowledged.files.add(file.id);
    }
  }
}

async function everyProcess(): Promise<ReadonlyMap<string, Process>> {
  const found = new Map<string, Process>();
  for (let page = 1; ; page++) {
    const filters = { subProjectId_id: subProject.id };
    const { processes } = await admin.ok('getProcess', { page: String(page), perPageCount: '1000', filters });
    for (const process of processes) found.set(process.id, process);
    if (processes.length < 1000) return found;
  }
}

const runsById = async (): Promise<ReadonlyMap<string, WorkflowRun>> =>
  new Map((await admin.ok('getWorkflowRuns', { subProjectId: subProject.id })).runs.map((run) => [run.id, run]));

describe('kill -9', () => {
  test('loses nothing that was acknowledged; runs go on, paused ones resume', async () => {
    const acknowledged: Acknowledged = {
      notes: new Map(),
      racing: new Set(),
      paused: new Set(),
      decided: new Map(),
      files: new Set(),
    };
    for (let round = 0; round < 3; round++) {
      const workers = Promise.allSettled([0, 1, 2, 3].map((n) => work(admin, acknowledged, n)));
      // In the middle of the work, however fast this machine is, and not at the same point of it every time.
      await eventually(
        async () => acknowledged.racing.size,
        (size) => size >= 6,
      );
      await sleep(Math.random() * 100);
      await server.stop('SIGKILL');
      const ends = await workers;
      for (const end of ends) {
        const reason = end.status === 'rejected' ? end.reason : undefined;
        expect(String(reason), 'a worker ended because its server was gone, not because of an answer').toMatch(
          /the connection failed|fetch failed|terminated|ECONNRE|closed/i,
        );
      }
      await begin();

      const processes = await everyProcess();
      for (const [id, { confirmed, asked }] of acknowledged.notes) {
        const notes = processes.get(id)?.fields.notes;
        expect(processes.has(id), `process ${id} of round ${round}`).toBe(true);
        expect([confirmed, asked], `notes of process ${id}`).toContain(notes);
      }
      const runs = await runsById();
      for (const id of acknowledged.racing) expect(['RACING', 'COMPLETED']).toContain(runs.get(id)?.state);
      for (const id of acknowledged.paused) expect(runs.get(id)?.state).toBe('PAUSED');
      for (const [id, processId] of acknowledged.decided) {
        expect(runs.get(id)?.state).toBe('COMPLETED');
        expect(processes.get(processId)).toMatchObject({ state: 'APPROVED', fields: { notes: 'fine' } });
      }
      for (const id of acknowledged.racing) {
        expect((await waitForState(admin, subProject.id, id, 'COMPLETED')).run.state).toBe('COMPLETED');
      }
      acknowledged.racing.clear();
      const [paused] = acknowledged.paused;
      if (paused) {
        const payload = { comment: 'fine' };
        const body = { subProjectId: subProject.id, runId: paused, approved: true, payload };
        expect((await admin.ok('resumeWorkflowRunsApi', body)).runId.state).toBe('COMPLETED');
        acknowledged.paused.delete(paused);
        acknowledged.decided.set(paused, runs.get(paused)?.processId ?? '');
      }
      expect((await admin.ok('getStuckRuns', { subProjectId: subProject.id })).runs).toEqual([]);
    }
    expect(acknowledged.notes.size).toBeGreaterThanOrEqual(18);
    const processId = [...acknowledged.notes.keys()][0];
    for (const fileId of acknowledged.files) {
      const { urls } = await admin.ok('urlStorage', { subProjectId: subProject.id, processId, fileId });
      const response = await fetch(urls[0]?.url ?? '');
      expect(await response.text()).toBe(`content of ${fileId}`);
    }
  }, 120_000);

  test('a timer that came due while the server was down fires once when it is back', async () => {
    const run = await execute(admin, subProject, 'timer');
    await server.stop('SIGKILL');
    await sleep(1200);
    await begin();
    expect((await waitForState(admin, subProject.id, run.id, 'COMPLETED')).run.state).toBe('COMPLETED');
    const process = await readProcess(admin, subProject.id, run.processId);
    expect(process, 'created, then changed once').toMatchObject({ version: '2', fields: { notes: 'time passed' } });
  });

  test('an idempotency key outlives it: the repeated request has no second effect', async () => {
    const options = { headers: { 'idempotency-key': 'across the crash'.replaceAll(' ', '-') } };
    const body = { subProjectId: subProject.id, fields: { supplier: 'once' } };
    const first = await admin.ok('createProcess', body, options);
    await server.stop('SIGKILL');
    await begin();
    expect(await admin.ok('createProcess', body, options)).toEqual(first);
    expect((await everyProcess()).size).toBe(1);
  });
});

describe('SIGTERM', () => {
  test('answers the requests under way, then ends; what it did and what it answered are the same', async () => {
    const create = (supplier: string) =>
      admin.call('createProcess', { subProjectId: subProject.id, fields: { supplier } });
    await Promise.all(Array.from({ length: 40 }, (_, n) => create(`before ${n}`)));
    const poll = { subProjectId: subProject.id, type: 'never', requestTimeout: 30_000 };
    const longPoll = admin.call('activateJobs', poll);
    const requests = Promise.allSettled(Array.from({ length: 40 }, (_, n) => create(`during ${n}`)));
    await sleep(10);
    const begun = Date.now();
    expect(await server.stop('SIGTERM')).toBe(0);
    expect(Date.now() - begun, 'neither a long poll nor kept-alive connections hold it up').toBeLessThan(10_000);
    expect((await longPoll).json).toEqual({ jobs: [] });
    const answers = (await requests).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    for (const { status } of answers) expect([200, 503]).toContain(status);
    const created = answers.flatMap(({ status, json }) => (status === 200 ? [(json as { id: string }).id] : []));
    expect(created.length).toBeGreaterThan(0);
    await expect(createClient(server.url).request('GET', '/readyz')).rejects.toThrow();
    await begin();
    const during = [...(await everyProcess()).values()].filter(({ fields }) => /^during/.test(`${fields.supplier}`));
    expect(during.map(({ id }) => id).toSorted()).toEqual(created.toSorted());
  });
});
