import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuditEntry, appendAudit } from '../audit/records/append.js';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../processes/testing/process-fixture.js';
import type { TestCallerOptions } from '../testing/test-caller.js';
import { commentUseCases } from './use-cases.js';

const [runId, taskId, fileId, workflowId] = [newId(), newId(), newId(), newId()];

let fixture: ProcessFixture;
let comments: ReturnType<typeof commentUseCases>;
let processId: string;
beforeAll(async () => {
  const files = { read: true };
  const roles = (invoices.roles ?? []).map((role) => (role.name === 'OWNER' ? { ...role, files } : role));
  fixture = await createProcessFixture({ ...invoices, roles });
  comments = commentUseCases({
    ...fixture.deps,
    belongTo: async () => ({ task: true, run: true }),
    attachFiles: async () => [],
    describeParts: async (_db, _subProjectId, { taskIds, runIds }) => ({
      tasks: new Map(taskIds.map((id) => [id, 'Approve'])),
      workflows: new Map(runIds.map((id) => [id, workflowId])),
    }),
    findFiles: async (_db, _scope, ids) => ids.map((id) => ({ id, fileName: 'invoice.pdf' })),
  });
  processId = await fixture.create({ amount: 1, assignee: fixture.userId('ASSIGNEE') });
  await update({ amount: 2, notes: 'x', state: 'IN_REVIEW' });
  await tell('run', runId, 'run.resume', { state: 'PAUSED' }, { state: 'COMPLETED', taskId, approved: true });
  await tell('task', taskId, 'task.claim', null, { assignee: fixture.userId('OWNER') });
  await tell('file', fileId, 'file.close', null, { size: 1 });
  await tell('file', fileId, 'file.download', null, null);
  await add('OWNER', 'Known.');
});
afterAll(() => fixture.drop());

const update = (updates: object) =>
  fixture.useCases.updateProcessField(fixture.caller('OWNER'), {
    subProjectId: fixture.subProjectId,
    processId,
    updates,
  });
const tell = (
  subjectType: 'run' | 'task' | 'file',
  subjectId: string,
  action: `${string}.${string}`,
  before: object | null,
  after: object | null,
) =>
  transaction(fixture.db, (tx) =>
    appendAudit(tx, fixture.caller('OWNER'), [
      { action, subProjectId: fixture.subProjectId, subjectType, subjectId, processId, before, after } as AuditEntry,
    ]),
  );
const add = (who: string, body: string) =>
  comments.addComment(fixture.caller(who), { subProjectId: fixture.subProjectId, processId, body });
const read = (who: string, more: object = {}, options: TestCallerOptions = {}) =>
  comments.getProcessActivity(fixture.caller(who, options), {
    subProjectId: fixture.subProjectId,
    processId,
    ...more,
  });

test('a page ends after 4 MiB of what it shows, and the next one goes on', async () => {
  const long = await fixture.create({ amount: 1, assignee: fixture.userId('ASSIGNEE') });
  const about = { subProjectId: fixture.subProjectId, processId: long };
  await fixture.db`insert into comments (sub_project_id, id, process_id, author_id, body, created_ts)
    select ${fixture.subProjectId}, ${newId()}::uuid, ${long}, ${fixture.userId('OWNER')}, repeat('x', 65000), now()`;
  await transaction(fixture.db, (tx) =>
    appendAudit(
      tx,
      fixture.caller('OWNER'),
      Array.from({ length: 120 }, (_, index) => ({
        action: 'process.update' as const,
        ...about,
        subjectType: 'process',
        subjectId: long,
        before: null,
        after: { fields: { notes: `${index} ${'x'.repeat(60_000)}` } },
      })),
    ),
  );
  const seen = async (who: string) => {
    const pages = [];
    for (let after: string | null = ''; after !== null; ) {
      const page: Awaited<ReturnType<typeof read>> = await comments.getProcessActivity(fixture.caller(who), {
        ...about,
        after,
        perPageCount: '200',
      });
      expect(JSON.stringify(page).length).toBeLessThan(4.5 * 1024 * 1024);
      pages.push(page.activity.map(({ id }) => id));
      after = page.next;
    }
    return pages;
  };
  const pages = await seen('OWNER');
  expect(pages).toHaveLength(2);
  expect(new Set(pages.flat()).size).toBe(122);
  // Who does not see what is long has one page: its end does not tell of hidden fields.
  expect((await seen('CLERK')).map((page) => page.length)).toEqual([122]);
});

test('everything that happened, newest first, with names', async () => {
  const { activity, next, names } = await read('OWNER');
  const owner = fixture.userId('OWNER');
  expect(next).toBeNull();
  expect(activity.map(({ kind, action }) => [kind, action])).toEqual([
    ['comment', 'comment.add'],
    ['file', 'file.close'],
    ['task', 'task.claim'],
    ['decision', 'run.resume'],
    ['change', 'process.update'],
    ['change', 'process.create'],
  ]);
  const [comment, file, task, decision, change] = activity;
  expect(comment).toMatchObject({
    by: { id: owner, name: 'User OWNER' },
    comment: { body: 'Known.', mayUpdate: true },
  });
  expect(file?.file).toEqual({ fileId, fileName: 'invoice.pdf' });
  expect(task?.task).toEqual({ taskId, task: 'Approve', assignee: owner });
  expect(decision?.decision).toEqual({ runId, workflow: null, taskId, task: 'Approve', approved: true, comment: null });
  expect(change?.changes).toEqual([
    { name: 'state', before: 'INIT', after: 'IN_REVIEW' },
    { name: 'fields.notes', before: null, after: 'x' },
    { name: 'fields.amount', before: 1, after: 2 },
  ]);
  expect(names).toMatchObject({ [fixture.userId('ASSIGNEE')]: 'User ASSIGNEE' });
});

test('pages go on without gaps and repetitions, also where comments and changes alternate', async () => {
  const all = (await read('OWNER')).activity.map(({ id }) => id);
  const seen: string[] = [];
  let after: string | null = '';
  while (after !== null) {
    const page = await read('OWNER', { perPageCount: '2', after });
    seen.push(...page.activity.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toEqual(all);
  expect((await read('OWNER', { kinds: 'comment, file' })).activity.map(({ kind }) => kind)).toEqual([
    'comment',
    'file',
  ]);
  await expect(read('OWNER', { kinds: 'gossip' })).rejects.toMatchObject({ id: 1200 });
  await expect(read('OWNER', { perPageCount: '201' })).rejects.toMatchObject({ id: 1200 });
});

test('[D12] hidden fields, kinds without a right, and processes outside the row filter are left out', async () => {
  const { activity } = await read('ASSIGNEE');
  expect(activity.map(({ kind }) => kind)).toEqual(['comment', 'task', 'decision', 'change', 'change']);
  expect(activity.at(-2)?.changes?.map(({ name }) => name)).toEqual(['state', 'fields.notes']);
  expect(JSON.stringify(activity)).not.toContain('amount');
  const bounded = await read('OWNER', {}, { scopes: ['process.read'] });
  expect(bounded.activity.map(({ kind }) => kind)).toEqual(['change', 'change']);
  await expect(
    read('CLERK', { processId: await fixture.create({}, { stageKey: 'stage_done' }) }),
  ).rejects.toMatchObject({
    id: 1210,
  });
  await expect(read('STRANGER')).rejects.toMatchObject({ id: 1204 });
  await expect(read('GUEST')).rejects.toMatchObject({ id: 1205 });
  await expect(read('OWNER', { processId: newId() })).rejects.toMatchObject({ id: 1221 });
});

test('[D131] a vote is a decision with what the votes decide; its reason only for whoever reads every field', async () => {
  const voted = await fixture.create({ amount: 1, assignee: fixture.userId('ASSIGNEE') });
  const after = {
    state: 'PAUSED',
    taskId,
    elementId: 'Approve',
    outcome: 'reject',
    reason: 'Too dear',
    onBehalfOf: fixture.userId('CLERK'),
  };
  const counts = { result: 'open', approvals: 1, rejections: 1, quorum: 2 };
  await transaction(fixture.db, (tx) =>
    appendAudit(tx, fixture.caller('OWNER'), [
      {
        action: 'run.vote',
        subProjectId: fixture.subProjectId,
        subjectType: 'run',
        subjectId: runId,
        processId: voted,
        before: { state: 'PAUSED' },
        after: { ...after, ...counts },
      },
    ]),
  );
  const { activity, names } = await read('OWNER', { processId: voted, kinds: 'decision' });
  const vote = { outcome: 'reject', ...counts };
  expect(activity).toMatchObject([
    {
      action: 'run.vote',
      decision: { task: 'Approve', approved: false, comment: 'Too dear', onBehalfOf: after.onBehalfOf, vote },
    },
  ]);
  expect(names).toMatchObject({ [after.onBehalfOf]: 'User CLERK' });
  expect((await read('OWNER', { processId: voted, kinds: 'run' })).activity).toEqual([]);
  const [own] = (await read('ASSIGNEE', { processId: voted, kinds: 'decision' })).activity;
  expect(own?.decision).toMatchObject({ comment: null, vote: counts });
});
