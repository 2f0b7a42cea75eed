import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ResponseOf } from '@millrace/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoServer, startDemoServer } from './testing/demo-server.js';
import { type Outcome, run } from './testing/memory-io.js';

const example = fileURLToPath(new URL('../../../examples/release-approval', import.meta.url));
/** Of the example. */
const subProject = '01900000-0000-7000-8000-000000000004';

let server: DemoServer;
let home: string;
beforeAll(async () => {
  [server, home] = await Promise.all([startDemoServer(), mkdtemp(join(tmpdir(), 'millrace-cli-'))]);
});
afterAll(async () => {
  await server?.stop();
  await rm(home, { recursive: true, force: true });
});

const as = (user: 'owner' | 'manager' | 'assignee' | 'admin', ...args: readonly string[]): Promise<Outcome> =>
  run(args, {
    home,
    env: { ...(user === 'admin' ? server.administrator : server.as(user)), MILLRACE_SUB_PROJECT: subProject },
  });

async function json<T extends object>(user: Parameters<typeof as>[0], ...args: readonly string[]): Promise<T> {
  const outcome = await as(user, ...args, '--json');
  expect(outcome).toMatchObject({ code: 0 });
  return JSON.parse(outcome.out);
}

test('[D116] the example release-approval is deployed, voted on, sent back and released', async () => {
  expect(await as('admin', 'deploy', example, '--yes')).toMatchObject({ code: 0 });
  const process = await json<ResponseOf<'createProcess'>>('assignee', 'process', 'create', 'release=4.2');
  const { runId } = await json<ResponseOf<'executeWorkflow'>>(
    'assignee',
    'run',
    'execute',
    'Release approval',
    process.id,
  );
  const taskOf = async (): Promise<string> => {
    const { tasks } = await json<ResponseOf<'getTasks'>>('owner', 'task', 'list', '--run', runId.id);
    return tasks[0]?.id ?? '';
  };
  const first = await taskOf();
  expect((await as('assignee', 'task', 'vote', first, 'approve')).code).not.toBe(0);
  const why = await as('assignee', 'task', 'explain', first);
  expect(why.out).toMatch(/^may vote +no$/m);
  expect(why.out).toContain('started the run (separation "starter")');
  const { canVote } = await json<ResponseOf<'getApprovalStatus'>>('owner', 'task', 'votes', first);
  const idOf = (word: RegExp): string => canVote.find(({ name }) => word.test(name))?.id ?? '';
  const added = await json<ResponseOf<'createDelegation'>>(
    'owner',
    ...['delegation', 'add', idOf(/manager/i), '--until', '2999-01-01T00:00:00Z', '--condition', 'release = "4.2"'],
  );
  const { delegation } = added;
  const listed = await as('manager', 'delegation', 'list');
  expect(listed.out).toContain(delegation.id);
  expect(listed.out).toContain('release = "4.2"');
  const refused = await as('manager', 'task', 'vote', first, 'approve', '--for', idOf(/owner/i));
  expect(refused.err).toContain('as oneself');
  expect((await as('owner', 'delegation', 'end', delegation.id)).out).toContain('has ended');
  expect((await as('owner', 'delegation', 'list')).err).toContain('There are no substitutes.');
  const voted = await as('owner', 'task', 'vote', first, 'approve');
  expect(voted.out).toBe(
    `Your vote counts: 1 of 2 approvals, 0 rejections; the task is open; run ${runId.id} is PAUSED\n`,
  );
  const status = await as('manager', 'task', 'votes', first);
  expect(status.out).toMatch(/^votes +1 of 2 approvals, 0 rejections$/m);
  expect(status.out).toMatch(/^still needed +1$/m);
  expect((await as('manager', 'task', 'vote', first, 'reject')).err).toContain('needs a reason');
  const changes = await as('manager', 'task', 'vote', first, 'request-changes', '--reason', 'Notes are missing');
  expect(changes.out).toContain('the task is changesRequested');
  expect((await as('owner', 'task', 'votes', first)).out).toContain('Notes are missing');

  const file = join(home, 'evidence.json');
  expect((await as('owner', 'evidence', 'get', process.id, '-o', file)).code).toBe(0);
  const saved = JSON.parse(await readFile(file, 'utf8')) as ResponseOf<'getEvidence'>;
  expect(saved.rows.filter(({ log }) => log.statement !== null)).toHaveLength(2);
  expect(await as('owner', 'evidence', 'verify', file)).toMatchObject({ code: 0 });
  await writeFile(
    file,
    JSON.stringify({ ...saved, rows: saved.rows.map((row) => ({ ...row, seal: 1, position: 0 })), seals: [] }),
  );
  const changed = await as('owner', 'evidence', 'verify', file);
  expect(changed.code).toBe(6);
  expect(changed.out).toContain(`row ${saved.rows[0]?.log.id}: its seal 1 is missing or not valid`);
  await writeFile(file, '{}');
  expect((await as('owner', 'evidence', 'verify', file)).err).toContain('no answer of getEvidence');
});
