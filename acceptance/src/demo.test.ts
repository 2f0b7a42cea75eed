import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Client, signInDemo } from './support/http.js';
import { createHome, type Home, type ServerProcess, startServerProcess } from './support/server-process.js';
import { demoSubProjectId } from './support/sub-project.js';

const run = promisify(execFile);
let home: Home;
let server: ServerProcess;
let owner: Client;

beforeAll(async () => {
  home = await createHome({}, { after: 'nothing' });
  server = await startServerProcess(home, ['demo']);
  owner = await signInDemo(server.url, 'owner');
});

afterAll(async () => {
  await server.stop();
  await home.remove();
});

const all = { page: '1', perPageCount: '1000', filters: { subProjectId_id: demoSubProjectId } };

describe('what the demo prints', () => {
  test('[D35] its three commands, pasted as they are, take an invoice to APPROVED', async () => {
    const commands = [...server.output().matchAll(/^\d\. .*:\n\n([\s\S]+?)\n\n/gm)].map(([, command]) => command ?? '');
    expect(commands).toHaveLength(3);
    for (const command of commands) expect(command).toContain('curl -s');
    const [, processId] = /"processId":"([^"]+)"/.exec(commands[1] ?? '') ?? [];
    const script = join(home.dataDirectory, 'pasted.sh');
    await writeFile(script, commands.join('\n'));
    // A file in place of a terminal: what a child process of Node has for stderr is a socket, which tee cannot open.
    const { stdout } = await run('bash', ['-c', 'bash "$0" 2> "$0.err"', script]);
    expect(await readFile(`${script}.err`, 'utf8'), 'the execution shows its answer').toMatch(/"state":"PAUSED"/);
    expect(JSON.parse(stdout)).toMatchObject({ runId: { state: 'COMPLETED' } });
    const filters = { subProjectId_id: demoSubProjectId, id: processId };
    const { processes } = await owner.ok('getProcess', { ...all, filters });
    expect(processes[0]?.state).toBe('APPROVED');
  });

  test('[D35] names the address, the sub-project and the credentials', async () => {
    expect(server.output()).toContain(`${server.url}/docs`);
    expect(server.output()).toContain(demoSubProjectId);
    expect(server.output()).toContain('demo-owner-secret');
  });
});

describe('what the demo holds', () => {
  test('[D35] at least 25 processes in every state and priority, each with a supplier', async () => {
    const { processes } = await owner.ok('getProcess', { ...all, include: 'stageKey' });
    expect(processes.length).toBeGreaterThanOrEqual(25);
    const seen = (pick: (process: (typeof processes)[number]) => unknown) => new Set(processes.map(pick));
    expect(seen(({ state }) => state)).toEqual(new Set(['INIT', 'IN_REVIEW', 'APPROVED', 'REJECTED', 'PAID']));
    expect(seen(({ priority }) => priority)).toEqual(new Set(['LOW', 'MEDIUM', 'HIGH']));
    expect(seen(({ stageKey }) => stageKey)).toEqual(new Set(['stage_init', 'stage_review', 'stage_done']));
    for (const { fields } of processes) expect(fields.supplier).toBeTypeOf('string');
  });

  test('[D35] the history of the invoices names people, not the preparation of the demo', async () => {
    const query = { subProjectId: demoSubProjectId, page: '1', perPageCount: '1000' };
    const { logs } = await owner.ok('getAuditLogs', query);
    const ofInvoices = logs.filter(({ action }) => /^(?:process|run|task|file)\./.test(action));
    expect(ofInvoices.length).toBeGreaterThan(50);
    expect(ofInvoices.filter(({ by }) => by.id === 'system').map(({ action }) => action)).toEqual([]);
  });

  test('[D35] the three workflows on stage_init', async () => {
    const query = { subProjectId: demoSubProjectId, stageKeys: 'stage_init' };
    const { workflows } = await owner.ok('getWorkflows', query);
    const names = workflows.map(({ name }) => name).toSorted();
    expect(names).toEqual(['Auto-classify', 'Manager approval', 'Payment reminder']);
    for (const { description } of workflows) expect(description).not.toBe('');
  });

  test('[D35] owner, manager and assignee with their roles', async () => {
    const { users } = await owner.ok('getUsersForProcess', { subProjectId: demoSubProjectId });
    const roles = users.map(({ email, role }) => [email, role]).toSorted();
    expect(roles).toEqual([
      ['demo-assignee@example.com', 'ASSIGNEE'],
      ['demo-manager@example.com', 'MANAGER'],
      ['demo-owner@example.com', 'OWNER'],
    ]);
    const assignee = await signInDemo(server.url, 'assignee');
    const { processes } = await assignee.ok('getProcess', all);
    const assigneeId = users.find(({ role }) => role === 'ASSIGNEE')?.id;
    expect(processes.length).toBeGreaterThan(0);
    for (const { fields } of processes) expect(fields.assignee).toBe(assigneeId);
  });

  test('[D35] Auto-classify gives HIGH above 10,000 and completes at once', async () => {
    const { workflows } = await owner.ok('getWorkflows', { subProjectId: demoSubProjectId });
    const workflowId = workflows.find(({ name }) => name === 'Auto-classify')?.id;
    for (const [amount, priority] of [
      [10_000.01, 'HIGH'],
      [10_000, 'LOW'],
    ] as const) {
      const fields = { supplier: 'x', amount };
      const { id } = await owner.ok('createProcess', { subProjectId: demoSubProjectId, fields, priority: 'LOW' });
      const body = { subProjectId: demoSubProjectId, processId: id, stageKey: 'stage_init', workflowId };
      expect((await owner.ok('executeWorkflow', body)).runId.state).toBe('COMPLETED');
      const filters = { subProjectId_id: demoSubProjectId, id };
      const { processes } = await owner.ok('getProcess', { ...all, filters });
      expect(processes[0]?.priority).toBe(priority);
    }
  });

  test('[D35] Payment reminder is RACING for two seconds, then COMPLETED with a note', async () => {
    const { workflows } = await owner.ok('getWorkflows', { subProjectId: demoSubProjectId });
    const workflowId = workflows.find(({ name }) => name === 'Payment reminder')?.id;
    const { id } = await owner.ok('createProcess', { subProjectId: demoSubProjectId, fields: { supplier: 'x' } });
    const body = { subProjectId: demoSubProjectId, processId: id, stageKey: 'stage_init', workflowId };
    const begun = Date.now();
    const { runId } = await owner.ok('executeWorkflow', body);
    expect(runId.state).toBe('RACING');
    const query = { subProjectId: demoSubProjectId, runId: runId.id };
    let state: string = runId.state;
    while (state === 'RACING' && Date.now() - begun < 10_000) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      state = (await owner.ok('getWorkflowRuns', query)).runs[0]?.state ?? '';
    }
    expect(state).toBe('COMPLETED');
    expect(Date.now() - begun).toBeGreaterThanOrEqual(1900);
    expect(Date.now() - begun).toBeLessThan(6000);
    const filters = { subProjectId_id: demoSubProjectId, id };
    const { processes } = await owner.ok('getProcess', { ...all, filters });
    expect(String(processes[0]?.fields.notes)).toMatch(/reminder/i);
  });

  test('[D35] started again on its data it keeps what was done and adds nothing', async () => {
    const before = await owner.ok('getProcess', all);
    await server.stop();
    server = await startServerProcess(home, ['demo']);
    owner = await signInDemo(server.url, 'owner');
    const after = await owner.ok('getProcess', all);
    expect(after).toEqual(before);
  });
});
