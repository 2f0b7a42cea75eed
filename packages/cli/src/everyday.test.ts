import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type ResponseOf, type UploadedFile } from '@millrace/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Process } from './export/export-processes.js';
import { browserLogin } from './person/browser-login.js';
import { runCli } from './run-cli.js';
import { readProfiles, writeProfiles } from './session/profiles.js';
import { type DemoServer, startDemoServer } from './testing/demo-server.js';
import { type MemoryIoOptions, memoryIo, type Outcome, run } from './testing/memory-io.js';
import { personBrowser } from './testing/person-browser.js';

let server: DemoServer;
let folder: string;

beforeAll(async () => {
  [server, folder] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-cli-'))]);
});
afterAll(async () => {
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

type User = 'owner' | 'manager' | 'assignee' | 'admin';

function as(user: User, args: readonly string[], options: MemoryIoOptions = {}): Promise<Outcome> {
  const env = user === 'admin' ? server.administrator : server.as(user);
  return run(args, { home: folder, ...options, env: { ...env, ...options.env } });
}

/** The answer of a command that must succeed. */
async function json<T extends object>(user: User, ...args: readonly string[]): Promise<T> {
  const outcome = await as(user, [...args, '--json']);
  expect(outcome).toMatchObject({ code: 0 });
  return JSON.parse(outcome.out);
}

async function createProcess(): Promise<string> {
  const { id } = await json<ResponseOf<'createProcess'>>(
    'owner',
    'process',
    'create',
    'supplier=Test Ltd',
    'amount:=75.5',
    'currency=EUR',
  );
  return id;
}

async function pausedRun(): Promise<{ processId: string; runId: string; taskId: string }> {
  const processId = await createProcess();
  const { runId } = await json<ResponseOf<'executeWorkflow'>>('owner', 'run', 'execute', 'manager approval', processId);
  const { tasks } = await json<ResponseOf<'getTasks'>>('owner', 'task', 'list', '--process', processId);
  return { processId, runId: runId.id, taskId: tasks[0]?.id ?? '' };
}

const withoutIds = (text: string): string =>
  text
    .replaceAll(
      /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g,
      '<id-------------------------------->',
    )
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, '<time------------->');

describe('processes', () => {
  test('[D5] conditions choose processes, columns show their fields, and the rest is a page away', async () => {
    const args = ['process', 'list', '--where', 'amount>=10000', '--where', 'supplier~A', '--state', 'INIT'];
    const outcome = await as('owner', [
      ...args,
      '--sort',
      'fields.amount',
      '--columns',
      'supplier,amount',
      '--per-page',
      '2',
    ]);
    expect(outcome.code).toBe(0);
    expect(withoutIds(outcome.out)).toBe(
      [
        'ID                                    STATE  PRIORITY  STAGE       CREATED              SUPPLIER             AMOUNT',
        '<id-------------------------------->  INIT   MEDIUM    stage_init  <time------------->  Vireo Analytics      14100',
        '<id-------------------------------->  INIT   MEDIUM    stage_init  <time------------->  Sparrow Software AG  26400',
        '',
      ].join('\n'),
    );
  });

  test('[D16] [D17] create, read, update and the version that guards an update', async () => {
    const id = await createProcess();
    expect(await json('owner', 'process', 'show', id)).toMatchObject({
      id,
      state: 'INIT',
      stageKey: 'stage_init',
      version: '1',
      fields: { supplier: 'Test Ltd', amount: 75.5, currency: 'EUR' },
    });
    expect(await as('owner', ['process', 'update', id, 'amount:=80', 'currency:=null', '--if-version', '1'])).toEqual({
      code: 0,
      out: `Updated process ${id}\n`,
      err: '',
    });
    const after = await as('owner', ['process', 'show', id]);
    expect(after.out).toMatch(/^fields\.amount +80$/m);
    expect(after.out).not.toMatch(/currency/);
    const late = await as('owner', ['process', 'update', id, 'notes=late', '--if-version', '1']);
    expect(late.code).toBe(7);
    expect(late.err).toMatch(/^error 1008 ERROR_PRECONDITION_FAILED: .*\ntrace id: \w+\n$/);
  });

  test('fields come from a file or standard input, and the command line wins over them', async () => {
    const input = JSON.stringify({ supplier: 'From input', amount: 1, notes: 'kept' });
    const created = await as('owner', ['process', 'create', '--from', '-', 'amount:=2', '--json'], { input });
    const { id } = JSON.parse(created.out);
    expect((await json<Process>('owner', 'process', 'show', id)).fields).toEqual({
      supplier: 'From input',
      amount: 2,
      notes: 'kept',
    });
  });

  test('[D18] a field of another type than text is explained, and the member to blame is named', async () => {
    const outcome = await as('owner', ['process', 'create', 'supplier=x', 'amount=12']);
    expect(outcome.code).toBe(6);
    expect(outcome.err).toMatch(
      /^hint: name=… is text\. Write .*\nerror 1232 ERROR_PROCESS_INVALID_FIELD_VALUE: .*\n {2}\/fields\/amount: must be a number\ntrace id: /,
    );
  });

  test('every process is exported, with a column for every field that is configured', async () => {
    const path = join(folder, 'all.csv');
    const outcome = await as('owner', ['process', 'export', '-o', path]);
    const { meta } = await json<ResponseOf<'getProcess'>>('owner', 'process', 'list', '--per-page', '1');
    const { totalCount } = meta;
    expect(outcome).toEqual({ code: 0, out: '', err: `${totalCount} processes exported\n` });
    const lines = (await readFile(path, 'utf8')).split('\r\n');
    expect(lines[0]).toBe(
      'id,createdTs,updatedTs,version,state,priority,stageKey,fields.supplier,fields.invoiceNumber,fields.amount,fields.currency,fields.dueDate,fields.assignee,fields.document,fields.notes',
    );
    expect(lines).toHaveLength(Number(totalCount) + 2);
    const listed = JSON.parse((await as('owner', ['process', 'export', '--format', 'json'])).out);
    expect(listed).toHaveLength(Number(totalCount));
    expect(new Set(listed.map(({ id }: { id: string }) => id)).size).toBe(Number(totalCount));
  });
});

describe('workflows', () => {
  test('[D22] [D24] a run pauses, is drawn with its token, and goes on when its task is approved', async () => {
    const { processId, runId, taskId } = await pausedRun();
    const paused = await as('owner', ['run', 'show', runId]);
    expect(paused.out).toContain(`run       ${runId}\nstate     PAUSED\nworkflow  Manager approval, version 1\n`);
    expect(paused.out).toContain(`
✓ Invoice to approve     start event
● Approve invoice        user task
  Approved?              exclusive gateway
  ├─ yes
  │  Set state APPROVED  service task
  │  Invoice approved    end event
  └─ no (default)
     Set state REJECTED  service task
     Invoice rejected    end event

TASK                                  NAME             ASSIGNEE  CANDIDATES      DUE
${taskId}  Approve invoice  -         OWNER, MANAGER
`);
    const approved = await as('manager', ['task', 'approve', taskId, 'comment=checked']);
    expect(approved.out).toBe(`Task ${taskId} approved; run ${runId} is COMPLETED\n`);
    const done = await as('owner', ['run', 'show', runId]);
    expect(done.out).toContain('✓ │  Set state APPROVED  service task\n');
    expect(done.out).toContain('\n     Set state REJECTED  service task\n');
    expect(done.out).toMatch(/^comment +checked$/m);
    expect(await json('owner', 'process', 'show', processId)).toMatchObject({ state: 'APPROVED' });
  });

  test('[D24] a rejection follows its own path; a decided task is gone', async () => {
    const { processId, runId, taskId } = await pausedRun();
    expect((await as('owner', ['run', 'resume', runId])).code).toBe(2);
    expect(await as('owner', ['run', 'resume', runId, '--reject', '--task', taskId])).toMatchObject({ code: 0 });
    expect(await json('owner', 'process', 'show', processId)).toMatchObject({ state: 'REJECTED' });
    expect((await as('owner', ['task', 'approve', taskId])).code).toBe(5);
    const again = await as('owner', ['task', 'approve', taskId, '--run', runId]);
    expect(again.code).toBe(7);
    expect(again.err).toMatch(/^error 1209 /);
  });

  test('tasks are claimed and released', async () => {
    const { taskId } = await pausedRun();
    expect((await as('owner', ['task', 'claim', taskId])).out).toBe(
      `Task ${taskId} "Approve invoice" is assigned to you\n`,
    );
    expect((await as('owner', ['task', 'list', '--view', 'mine'])).out).toContain(taskId);
    expect((await as('manager', ['task', 'claim', taskId])).code).toBe(7);
    expect((await as('owner', ['task', 'release', taskId])).code).toBe(0);
    expect((await as('owner', ['task', 'list', '--view', 'mine'])).out).not.toContain(taskId);
  });

  test('cancelling asks first; without anybody to ask it needs --yes', async () => {
    const { runId } = await pausedRun();
    expect(await as('owner', ['run', 'cancel', runId])).toMatchObject({ code: 9, out: '' });
    expect(await as('owner', ['run', 'cancel', runId], { answers: ['n'] })).toMatchObject({ code: 9, out: '' });
    const cancelled = await as('owner', ['run', 'cancel', runId, '--reason', 'test'], { answers: ['y'] });
    expect(cancelled).toMatchObject({ code: 0, out: `Run ${runId} is CANCELLED\n` });
    expect((await as('owner', ['run', 'show', runId])).out).toContain('⊘ Approve invoice');
    expect((await as('owner', ['run', 'retry', runId])).code).toBe(7);
    expect((await as('owner', ['run', 'list', '--per-page', '1'])).out).toMatch(/ CANCELLED +Manager approval /);
  });

  test('an unknown workflow is answered with those there are', async () => {
    const outcome = await as('owner', ['run', 'execute', 'nothing', await createProcess()]);
    expect(outcome.code).toBe(5);
    expect(outcome.err).toMatch(
      /^There is no workflow "nothing":\n.*Auto-classify\n.*Manager approval\n.*Invoice check\n.*Payment reminder\n$/,
    );
  });
});

describe('files', () => {
  test('[D29] [D31] [D32] what is uploaded comes back, byte by byte, also after it was deleted and recovered', async () => {
    const processId = await createProcess();
    const source = join(folder, 'scan.pdf');
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251));
    await writeFile(source, bytes);
    const { files } = await json<{ files: readonly UploadedFile[] }>(
      'owner',
      'file',
      'upload',
      source,
      '--process',
      processId,
    );
    const id = files[0]?.id ?? '';
    const listed = await as('owner', ['file', 'list', '--process', processId]);
    expect(listed.out).toMatch(new RegExp(`^${id}  293 KiB  application/pdf  .*  scan\\.pdf$`, 'm'));

    const target = join(folder, 'copy.pdf');
    expect(await as('owner', ['file', 'download', id, '-o', target])).toMatchObject({ code: 0, err: '' });
    expect((await readFile(target)).equals(bytes)).toBe(true);
    expect((await as('owner', ['file', 'download', id, '-o', target])).code).toBe(7);
    expect((await as('owner', ['file', 'download', id, '-o', target, '--force'])).code).toBe(0);

    expect((await as('owner', ['file', 'delete', id])).code).toBe(9);
    expect((await as('owner', ['file', 'delete', id, '--yes'])).out).toBe(`Deleted file ${id}\n`);
    expect((await as('owner', ['file', 'download', id, '-o', join(folder, 'gone')])).code).toBe(5);
    expect((await as('owner', ['file', 'list', '--deleted'])).out).toContain(id);
    expect((await as('owner', ['file', 'recover', id])).out).toBe(`Recovered file ${id}\n`);
    expect((await as('owner', ['file', 'list', '--deleted'])).out).not.toContain(id);
  });

  test('[D56] file usage shows the space, file purge frees it, both for administrators', async () => {
    const source = join(folder, 'purged.txt');
    await writeFile(source, 'x'.repeat(2048));
    const { files } = await json<{ files: readonly UploadedFile[] }>('owner', 'file', 'upload', source);
    await as('owner', ['file', 'delete', files[0]?.id ?? '', '--yes']);
    const administrator = (args: readonly string[]) => run(args, { home: folder, env: server.administrator });
    expect((await administrator(['file', 'usage'])).out).toMatch(
      /^files .* 2 KiB in 1 deleted files\n(.*\n)*disk .* free/,
    );
    expect((await as('owner', ['file', 'purge', '--yes'])).code).toBe(4);
    expect((await administrator(['file', 'purge'])).code).toBe(9);
    expect((await administrator(['file', 'purge', '--yes'])).out).toBe('Purged 1 file (2 KiB)\n');
    expect((await as('owner', ['file', 'recover', files[0]?.id ?? ''])).code).toBe(5);
  });

  test('[D71] file scan and file release say why nothing is to be done', async () => {
    const source = join(folder, 'scanned.txt');
    await writeFile(source, 'x');
    const { files } = await json<{ files: readonly UploadedFile[] }>('owner', 'file', 'upload', source);
    const id = files[0]?.id ?? '';
    const administrator = (args: readonly string[]) => run(args, { home: folder, env: server.administrator });
    expect((await as('owner', ['file', 'release', id])).code).toBe(4);
    expect((await administrator(['file', 'release', id])).err).toContain('is not in quarantine');
    expect((await administrator(['file', 'scan', id])).err).toContain('storage.scan');
  });

  test('[D32] comparing files with their store finds what has lost its object, and ends with 7', async () => {
    expect(await as('admin', ['file', 'reconcile', '--repair'])).toMatchObject({ code: 9, out: '' });
    const source = join(folder, 'lost.txt');
    await writeFile(source, 'to be lost');
    const { files } = await json<{ files: readonly UploadedFile[] }>('owner', 'file', 'upload', source);
    const whole = await as('admin', ['file', 'reconcile']);
    expect(whole).toMatchObject({ code: 0, err: '' });
    expect(whole.out).toMatch(
      /^PLUGIN +FILES +OBJECTS +ORPHANS +STRAY +REMOVED +MISSING +ALTERED +FAILURE\nknowledgeRepo +(\d+) +\1 +0 +0 +0 +0 +0\n$/,
    );
    const store = join(server.dataDirectory, 'object-store');
    const objects = await readdir(store, { recursive: true });
    await Promise.all(objects.filter((path) => path.endsWith('lost.txt')).map((path) => rm(join(store, path))));
    const broken = await as('admin', ['file', 'reconcile']);
    expect(broken).toMatchObject({
      code: 7,
      err: 'Some files have lost their objects, or their objects were changed.\n',
    });
    expect(broken.out).toContain(`\nmissing  knowledgeRepo  file ${files[0]?.id}  `);
  });

  test('a file that is not there is no file to upload', async () => {
    expect(await as('owner', ['file', 'upload', join(folder, 'missing.pdf')])).toMatchObject({ code: 2 });
  });
});

describe('administration', () => {
  test('[D10] [D11] a user with a client signs in with the secret shown, until it is disabled', async () => {
    const { user } = await json<ResponseOf<'createUser'>>('admin', 'user', 'create', 'Ann Lee', 'ann@example.com');
    const created = await as('admin', ['client', 'create', 'ann@example.com', '--client-id', 'ann']);
    const secret = /^secret +(\S+)$/m.exec(created.out)?.[1] ?? '';
    expect(created.err).toBe('Save the secret now: it is not shown again.\n');
    const ann = { env: { MILLRACE_CLIENT_ID: 'ann', MILLRACE_CLIENT_SECRET: secret } };
    expect(await as('owner', ['sub-project', 'list'], ann)).toMatchObject({ code: 0, out: '' });
    expect((await as('admin', ['client', 'rotate', 'ann', '--overlap', '0', '--json'])).out).not.toContain(secret);
    expect((await as('owner', ['sub-project', 'list'], ann)).code).toBe(3);
    expect((await as('admin', ['user', 'disable', 'ann@example.com'])).out).toBe(
      'User Ann Lee <ann@example.com> is disabled\n',
    );
    expect((await as('admin', ['user', 'list', '--email', 'ann@example.com'])).out).toMatch(/ person +disabled /);
    expect((await as('admin', ['client', 'disable', 'ann'])).out).toBe('Client ann is disabled\n');
    const listed = await as('admin', ['client', 'list', '--user', user.id]);
    expect(listed.out).toMatch(/^ann +\S+ +disabled/m);
    expect(listed.out).not.toContain('mrs_');
  });

  test('[D13] what the role does not allow ends with 4', async () => {
    expect((await as('owner', ['user', 'list'])).code).toBe(4);
    expect((await as('assignee', ['process', 'create', 'supplier=x'])).code).toBe(4);
  });

  test('[D20] the audit log tells who changed what', async () => {
    const id = await createProcess();
    await as('owner', ['process', 'update', id, '--state', 'IN_REVIEW']);
    const outcome = await as('owner', ['audit', '--process', id, '--action', 'process.update']);
    expect(outcome.out).toMatch(/ process\.update +Olivia Owner +process \S+ +.*state INIT → IN_REVIEW/);
  });
});

describe('signing in', () => {
  test('a person signs in with a browser elsewhere, is renewed, and signs out', async () => {
    const home = await mkdtemp(join(tmpdir(), 'millrace-home-'));
    const file = join(home, '.config', 'millrace', 'credentials.json');
    const person = await personBrowser(server.url, 'demo-manager', 'demo-manager@example.com');
    try {
      const io = memoryIo({ home });
      const ended = runCli(['login', '--device', '--url', server.url], io);
      await expect.poll(() => io.errText(), { timeout: 10_000 }).toMatch(/\w{4}-\w{4}/);
      await person.enterCode(/\w{4}-\w{4}/.exec(io.errText())?.[0] ?? '');
      expect(await ended, io.errText()).toBe(0);
      expect(io.outText()).toContain('as Max Manager <demo-manager@example.com>; saved as the profile "default"');
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const saved = await readProfiles(file);
      const kept = saved.profiles.default;
      if (kept?.refreshToken === undefined) throw new Error('no refresh token is saved');
      const stale = { ...kept, expiresAt: 0 };
      await writeProfiles(file, { ...saved, profiles: { default: stale } });
      // Each refresh token is good once: commands at the same time take turns.
      const outcomes = await Promise.all([1, 2, 3].map(() => run(['sub-project', 'list'], { home })));
      expect(outcomes.map(({ code, err }) => [code, err])).toEqual([
        [0, ''],
        [0, ''],
        [0, ''],
      ]);
      const { refreshToken: renewed } = (await readProfiles(file)).profiles.default ?? {};
      expect(renewed).not.toBe(kept.refreshToken);
      expect(await run(['logout'], { home })).toMatchObject({ code: 0, err: '' });
      await writeProfiles(file, {
        current: 'default',
        profiles: { default: { ...stale, refreshToken: renewed ?? '' } },
      });
      expect(await run(['sub-project', 'list'], { home })).toMatchObject({
        code: 3,
        err: expect.stringContaining('Your sign-in has ended. Run `millrace login`.'),
      });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  test('a person signs in with the browser of the computer, which comes back to a loopback address', async () => {
    const person = await personBrowser(server.url, 'demo-assignee', 'demo-assignee@example.com');
    const io = memoryIo();
    const tokens = await browserLogin(io, server.url, async (address) => {
      void person.allow(address);
      return true;
    });
    const { user, administrator } = await connect({ url: server.url, token: tokens.access_token }).getMe({});
    expect([user.email, administrator]).toEqual(['demo-assignee@example.com', false]);
    const declined = browserLogin(io, server.url, async (address) => {
      const { redirect_uri: back, state } = Object.fromEntries(new URL(address).searchParams);
      const answer = new URLSearchParams({ error: 'access_denied', error_description: 'The person declined.' });
      await fetch(`${back}?${answer}&state=${state}`);
      return true;
    });
    await expect(declined).rejects.toThrow('Not signed in: The person declined.');
  });

  test('credentials are checked before they are kept, for the owner of the file alone', async () => {
    const home = await mkdtemp(join(tmpdir(), 'millrace-home-'));
    const file = join(home, '.config', 'millrace', 'credentials.json');
    const login = (input: string) =>
      run(['login', '--url', server.url, '--client-id', 'demo-owner', '--client-secret-stdin'], { home, input });
    try {
      expect(await login('wrong')).toMatchObject({ code: 3, out: '' });
      await expect(stat(file)).rejects.toThrow('ENOENT');
      expect(await run(['process', 'list'], { home })).toMatchObject({ code: 3 });
      expect((await login('demo-owner-secret\n')).out).toBe(
        `Signed in to ${server.url} as demo-owner; saved as the profile "default" in ${file}\n`,
      );
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect((await stat(join(home, '.config', 'millrace'))).mode & 0o777).toBe(0o700);
      expect(await run(['sub-project', 'list'], { home })).toMatchObject({ code: 0 });
      const doctor = await run(['doctor'], { home });
      expect(doctor).toMatchObject({ code: 0, err: '' });
      expect(doctor.out).toMatch(/^✓ {2}signed in +demo-owner$/m);
      expect(doctor.out).toMatch(/^✓ {2}ready +database ok, store ok$/m);
      const listed = await run(['profile', 'list'], { home });
      expect(listed.out).toMatch(/^\* +default +demo-owner +http:/m);
      expect(listed.out).not.toContain('demo-owner-secret');
      expect(await run(['logout'], { home })).toMatchObject({ code: 0 });
      expect(await run(['sub-project', 'list'], { home })).toMatchObject({ code: 3 });
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });
});

describe('event', () => {
  test('tail prints events from a position on, as lines or as one JSON object each', async () => {
    const processId = await createProcess();
    const about = ['event', 'tail', '--process', processId, '--after', '0', '--count', '1'];
    const text = await as('owner', about);
    expect(text).toMatchObject({ code: 0, err: '' });
    expect(text.out).toContain(`process.created  process ${processId}  Olivia Owner  state INIT`);
    const { out } = await as('owner', [...about, '--type', 'process.*', '--json']);
    expect(JSON.parse(out)).toMatchObject({ type: 'process.created', processId, sequence: '1' });
    expect(await as('owner', [...about, '--type', 'process.nothing'])).toMatchObject({
      code: 6,
      err: expect.stringContaining(
        '/types/0: must be a type of getEventTypes, <area>.* or *, not "process.nothing". There are process.created, ',
      ),
    });
  });

  test('types lists the types of events', async () => {
    const { out } = await as('owner', ['event', 'types', 'task.*']);
    expect(out).toContain('task.opened');
    expect(out).not.toContain('process.created');
  });
});
