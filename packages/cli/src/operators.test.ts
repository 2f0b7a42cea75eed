import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keptState } from './files/upload-states.js';
import { type DemoServer, startDemoServer } from './testing/demo-server.js';
import { type MemoryIoOptions, run } from './testing/memory-io.js';

const example = fileURLToPath(new URL('../../../examples/invoice-approvals', import.meta.url));

let server: DemoServer;
let folder: string;
let processId: string;

beforeAll(async () => {
  [server, folder] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-operators-'))]);
  await cp(example, join(folder, 'example'), { recursive: true });
  processId = JSON.parse((await millrace(['process', 'create', 'supplier=Acme', '--json'])).out).id;
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const millrace = (args: readonly string[], options: MemoryIoOptions = {}) =>
  run(args, { home: folder, env: server.as('owner'), ...options });
const asAdministrator = (args: readonly string[]) => millrace(args, { env: server.administrator });

const execute = async () =>
  String(JSON.parse((await millrace(['run', 'execute', 'Manager approval', processId, '--json'])).out).runId.id);

describe('runs that need an operator', () => {
  test('run migrate takes a run over to the version deployed since, after asking', async () => {
    const runId = await execute();
    const path = join(folder, 'example/manager-approval.bpmn');
    await writeFile(
      path,
      (await readFile(path, 'utf8'))
        .replaceAll('Task_Approve"', 'Task_Decide"')
        .replaceAll('Task_Approve<', 'Task_Decide<'),
    );
    expect(await asAdministrator(['deploy', join(folder, 'example'), '--yes'])).toMatchObject({ code: 0 });
    expect(await asAdministrator(['run', 'migrate', runId])).toMatchObject({ code: 9 });
    expect(await asAdministrator(['run', 'migrate', runId, 'Task_Approve', '--yes'])).toMatchObject({ code: 2 });
    const unmapped = await asAdministrator(['run', 'migrate', runId, '--yes']);
    expect(unmapped).toMatchObject({ code: 7 });
    expect(await asAdministrator(['run', 'migrate', runId, 'Task_Approve=Task_Decide', '--yes'])).toMatchObject({
      code: 0,
      out: `Run ${runId} is PAUSED\n`,
    });
    expect((await millrace(['run', 'show', runId])).out).toMatch(/Task_Decide/);
  });

  test('run modify shows what would change, asks, and moves the run', async () => {
    const runId = await execute();
    const detail = JSON.parse((await asAdministrator(['run', 'show', runId, '--json'])).out).detail;
    const [{ key, elementId }] = detail.active.slice(-1);
    const modify = (...args: string[]) => asAdministrator(['run', 'modify', runId, ...args]);
    expect(await modify()).toMatchObject({ code: 2 });
    expect(await modify('--move', elementId)).toMatchObject({ code: 2 });
    expect(await modify('--from', String(key))).toMatchObject({ code: 2 });
    const shown = await modify('--move', `${key}=${elementId}`, '--dry-run');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.out).toContain(`ends: ${elementId} (${key})\ncloses: task ${elementId}\n`);
    expect(await modify('--move', `${key}=${elementId}`)).toMatchObject({ code: 9 });
    expect(await modify('--from', String(key), '--to', elementId, '--set', 'n:=1', '--yes')).toMatchObject({
      code: 0,
      out: `Run ${runId} is PAUSED\n`,
    });
    expect(await modify('--terminate', elementId, '--yes')).toMatchObject({ out: `Run ${runId} is CANCELLED\n` });
    expect(await asAdministrator(['run', 'activate', runId, '1', elementId])).toMatchObject({ code: 7 });
  });

  test('no run is stuck', async () => {
    expect(await asAdministrator(['run', 'check'])).toEqual({
      code: 0,
      out: '',
      err: 'Every unfinished run can continue.\n',
    });
  });
});

describe('incidents', () => {
  const broken = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"
    targetNamespace="x"><process id="broken" isExecutable="true"><startEvent id="start" />
    <callActivity id="call"><extensionElements><zeebe:calledElement processId="=otherDetails.called" /></extensionElements></callActivity>
    <endEvent id="end" /><sequenceFlow id="f1" sourceRef="start" targetRef="call" />
    <sequenceFlow id="f2" sourceRef="call" targetRef="end" /></process></definitions>`;
  const document = `name: Broken things
stages: [{ key: stage_init, default: true }]
states: { initial: INIT, values: [INIT] }
priorities: { values: [LOW], default: LOW }
fields: {}
workflows: [{ key: broken, name: Broken, stages: [stage_init], file: broken.bpmn }]
`;
  const broke = (args: readonly string[]) => asAdministrator([...args, '--sub-project', 'Broken things']);

  test('are listed, grouped by cause, and retried one by one or by group', async () => {
    await mkdir(join(folder, 'broken'));
    await writeFile(join(folder, 'broken/sub-project.yaml'), document);
    await writeFile(join(folder, 'broken/broken.bpmn'), broken);
    expect(await asAdministrator(['deploy', join(folder, 'broken'), '--yes'])).toMatchObject({ code: 0 });
    expect(await broke(['incident', 'list'])).toMatchObject({ code: 0, err: 'No open incident matches.\n' });
    const process = JSON.parse((await broke(['process', 'create', '--json'])).out).id;
    const runs = [];
    for (const called of ['order-1001', 'order-1002', 'nothing']) {
      const { out } = await broke(['run', 'execute', 'Broken', process, `called=${called}`, '--json']);
      runs.push(JSON.parse(out).runId.id);
    }
    const failed = await broke(['run', 'list', '--state', 'FAILED']);
    for (const run of runs) expect(failed.out).toContain(run);
    expect(await broke(['run', 'list', '--state', 'BROKEN'])).toMatchObject({
      code: 6,
      err: expect.stringContaining('RACING, PAUSED'),
    });
    expect((await broke(['run', 'list', '--workflow', 'Broken', '--at', 'call', '--with-incident'])).out).toContain(
      runs[0],
    );
    const first = await broke(['incident', 'list', '--per-page', '2']);
    expect(first.out).toMatch(/^ID +RUN +WORKFLOW +ELEMENT +KIND +CREATED +MESSAGE\n/);
    expect(first.out).toMatch(/Broken v1 +call +call /);
    const [, after] = /next: --after (\S+)/.exec(first.err) ?? [];
    expect((await broke(['incident', 'list', '--after', after ?? ''])).out).toContain(runs[0]);

    const groups = await broke(['incident', 'groups']);
    expect(groups.out).toMatch(
      /^COUNT +GROUP +WORKFLOW +ELEMENT +KIND +FIRST +LAST +MESSAGE\n +2 +[0-9a-f]{16} +Broken v1/,
    );
    const group = JSON.parse((await broke(['incident', 'groups', '--json'])).out).groups[0].fingerprint;
    expect(await broke(['incident', 'retry'])).toMatchObject({ code: 2 });
    expect(await broke(['incident', 'retry', '--group', group])).toMatchObject({ code: 9 });
    const again = await broke(['incident', 'retry', '--group', group, '--yes']);
    expect(again).toMatchObject({ code: 0, out: '2 incidents retried; 2 of their runs failed again\n' });
    expect(await broke(['incident', 'repair', 'retry', '--yes'])).toMatchObject({ code: 2 });
    const dry = await broke(['incident', 'repair', 'retry', '--group', group, '--dry-run']);
    expect(dry).toMatchObject({ code: 0, out: '2 match, 2 tried: 2 FAILED_AGAIN, 0 would refuse.\n' });
    const many = await broke(['incident', 'repair', 'retry', '--group', group, '--per-minute', '6000', '--yes']);
    expect(many).toMatchObject({ code: 7, err: expect.stringContaining('Some incidents failed again or refused.') });
    expect(many.out).toMatch(/^Bulk retry \S+ is COMPLETED: 2 of 2 retried, 2 FAILED_AGAIN, 0 refused\n/);
    const sick = ['--group', group, '--canary', '1', '--most-failed', '50', '--yes'];
    expect(await broke(['incident', 'repair', 'retry', ...sick])).toMatchObject({
      code: 1,
      err: expect.stringContaining('Of the first 1, 1 failed again or refused, which is more than 50 %.'),
    });
    expect((await broke(['process', 'bulk-list'])).out).toMatch(/FAILED +1 of 2 +0 +retries incidents/);
    const [{ id }] = JSON.parse((await broke(['incident', 'list', '--message', 'nothing', '--json'])).out).incidents;
    const repaired = await broke([
      'incident',
      'retry',
      id,
      '--set',
      'otherDetails:={"called":"broken"}',
      '--retries',
      '1',
    ]);
    expect(repaired).toMatchObject({ code: 0, out: expect.stringMatching(/^One incident retried/) });
    expect(await broke(['incident', 'retry', '01980c50-0000-7000-8000-000000000000'])).toMatchObject({ code: 5 });
    expect((await broke(['incident', 'list', '--resolved'])).out).toContain(id);
  });
});

describe('a migration of all runs', () => {
  test('shows the plan, and moves the runs that can be moved', async () => {
    const diagram = (
      task: string,
    ) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="x"
      xmlns:zeebe="http://camunda.org/schema/zeebe/1.0"><process id="moving" isExecutable="true"><startEvent id="start" />
      <userTask id="${task}"><extensionElements><zeebe:userTask /></extensionElements></userTask><endEvent id="end" />
      <sequenceFlow id="f1" sourceRef="start" targetRef="${task}" /><sequenceFlow id="f2" sourceRef="${task}" targetRef="end" />
      </process></definitions>`;
    const document = `name: Moving things
stages: [{ key: stage_init, default: true }]
states: { initial: INIT, values: [INIT] }
priorities: { values: [LOW], default: LOW }
fields: {}
workflows: [{ key: moving, name: Moving, stages: [stage_init], file: moving.bpmn }]
`;
    const moving = (args: readonly string[]) => asAdministrator([...args, '--sub-project', 'Moving things']);
    await mkdir(join(folder, 'moving'));
    await writeFile(join(folder, 'moving/sub-project.yaml'), document);
    await writeFile(join(folder, 'moving/moving.bpmn'), diagram('old'));
    expect(await asAdministrator(['deploy', join(folder, 'moving'), '--yes'])).toMatchObject({ code: 0 });
    const process = JSON.parse((await moving(['process', 'create', '--json'])).out).id;
    for (let run = 0; run < 2; run += 1) await moving(['run', 'execute', 'Moving', process]);
    await writeFile(join(folder, 'moving/moving.bpmn'), diagram('new'));
    expect(await moving(['deploy', join(folder, 'moving'), '--yes'])).toMatchObject({ code: 0 });

    const plan = await moving(['run', 'migrate-all', 'Moving', '--dry-run']);
    expect(plan.out).toMatch(/ 2 +1 +old +old: the new version has no element old/);
    expect(plan.out).toContain('0 of 2 runs can be moved to version 2.');
    expect(await moving(['run', 'migrate-all', 'Moving', '--yes'])).toMatchObject({ code: 7 });
    expect(await moving(['run', 'migrate-all', 'Moving', 'old', '--yes'])).toMatchObject({ code: 2 });
    expect(await moving(['run', 'migrate-all', 'Moving', 'old=new'])).toMatchObject({ code: 9 });
    const moved = await moving(['run', 'migrate-all', 'Moving', 'old=new', '--from-version', '1', '--yes']);
    expect(moved).toMatchObject({
      code: 0,
      out: expect.stringMatching(/is COMPLETED: 2 of 2 migrated, 2 MIGRATED, 0/),
    });
  });
});

describe('bulk updates', () => {
  const create = async (supplier: string) => millrace(['process', 'create', `supplier=${supplier}`]);

  test('nothing is touched without conditions or consent', async () => {
    expect(await millrace(['process', 'bulk-update', 'notes=x', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--all'),
    });
    expect(await millrace(['process', 'bulk-update', '--all', '--yes'])).toMatchObject({ code: 2 });
    expect(await millrace(['process', 'bulk-update', '--all', 'notes=x'])).toMatchObject({ code: 9 });
    expect((await millrace(['process', 'list', '--where', 'notes=x', '--json'])).out).toContain('"totalCount": "0"');
  });

  test('processes that refuse are listed, the others are updated, and it ends with 7', async () => {
    await create('Bulk');
    await create('Bulk');
    const where = ['process', 'bulk-update', '--where', 'supplier=Bulk'];
    const good = await millrace([...where, 'notes=seen', '--set-priority', 'HIGH', '--yes']);
    expect(good).toMatchObject({ code: 0, out: expect.stringMatching(/COMPLETED: 2 of 2 updated, 0 refused\n$/) });
    const refused = await millrace([...where, 'amount:=-1'], { answers: ['y'] });
    expect(refused).toMatchObject({ code: 7, out: expect.stringMatching(/1232 ERROR_PROCESS_INVALID_FIELD_VALUE/) });
  });

  test('Ctrl+C leaves the service at it, or stops it when told so', async () => {
    const interrupted = new AbortController();
    interrupted.abort(new Error('Ctrl+C'));
    const where = ['process', 'bulk-update', '--where', 'supplier=Bulk', 'notes=y', '--yes'];
    const kept = await millrace(where, { interruption: interrupted.signal });
    expect(kept.err).toContain('The service continues. To see its progress: millrace process bulk-status');
    const asked = await millrace(where, { interruption: interrupted.signal, answers: ['y'] });
    expect(asked.err).toMatch(/Cancel bulk update \S+ too\? \[y\/N\] It is (CANCELLED|COMPLETED): /);
  });
});

describe('bulk executions', () => {
  const where = ['process', 'bulk-execute', 'Manager approval', '--where', 'supplier=Many'];

  test('nothing is started without conditions or consent', async () => {
    expect(await millrace(['process', 'bulk-execute', 'Manager approval', '--yes'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('--all'),
    });
    expect(await millrace(where)).toMatchObject({ code: 9 });
  });

  test('a dry run says what would happen, and the execution does it', async () => {
    await millrace(['process', 'create', 'supplier=Many']);
    await millrace(['process', 'create', 'supplier=Many']);
    expect(await millrace([...where, '--dry-run'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 match, 2 tried: 2 runs would start (2 PAUSED), 0 would refuse.'),
    });
    const done = await millrace([...where, 'source=test', '--reason', 'x', '--yes']);
    expect(done).toMatchObject({
      code: 0,
      out: expect.stringMatching(/COMPLETED: 2 of 2 started, 2 PAUSED, 0 refused\n$/),
    });
    const [, id] = /Bulk execution (\S+) is/.exec(done.out) ?? [];
    expect((await millrace(['process', 'bulk-status', id ?? ''])).out).toMatch(/outcomes +2 PAUSED/);
    expect((await millrace(['process', 'bulk-list'])).out).toMatch(/executes [0-9a-f-]{36}/);
  });
});

describe('file upload --resume', () => {
  test('an upload in parts that was interrupted goes on where it was', async () => {
    const path = join(folder, 'film.bin');
    const size = 24 * 1024 ** 2;
    await writeFile(path, Buffer.alloc(size, 7));
    const upload = ['file', 'upload', path, '--parts-from', '5'];
    expect(await millrace([...upload, '--resume'])).toMatchObject({
      code: 7,
      err: expect.stringContaining('without --resume'),
    });
    const interruption = new AbortController();
    const states = join(folder, '.local/state/millrace/uploads');
    const { fetch } = globalThis;
    const interrupting = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const response = await fetch(input, init);
      // The store has taken one part, and the client does not know it yet.
      if (init?.method === 'PUT') interruption.abort(new Error('Ctrl+C'));
      return response;
    });
    const broken = await millrace(upload, { interruption: interruption.signal }).finally(() =>
      interrupting.mockRestore(),
    );
    expect(broken.err).toContain('repeat the command with --resume');
    expect((await stat(states)).mode & 0o777).toBe(0o700);
    const resumed = await millrace([...upload, '--resume']);
    expect(resumed).toMatchObject({ code: 0, out: expect.stringMatching(/^Uploaded film\.bin \(24 MiB\)/) });
    expect(await millrace([...upload, '--resume'])).toMatchObject({ code: 7 });
  });

  test('of an upload that the service knows no more, nothing is kept and nothing advised', async () => {
    const path = join(folder, 'gone.bin');
    await writeFile(path, Buffer.alloc(6 * 1024 ** 2, 7));
    const subProjectId = '01900000-0000-7000-8000-000000000001';
    const target = { url: server.url, subProjectId, path, fileName: 'gone.bin' };
    const kept = keptState({ env: {}, home: folder }, target);
    await kept.keep({ version: 1, subProjectId, fileId: randomUUID(), size: 6 * 1024 ** 2, lastModified: null });
    const refused = await millrace(['file', 'upload', path, '--resume']);
    expect(refused.err).toContain('1704');
    expect(refused.err).not.toContain('To continue');
    expect(await kept.read()).toBeUndefined();
  });
});
