import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../kernel/identifiers.js';
import { transaction } from '../postgres/database.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../processes/testing/process-fixture.js';
import type { TestCallerOptions } from '../testing/test-caller.js';
import { eraseCommentsOf } from './records/write-comment.js';
import { commentUseCases } from './use-cases.js';

const roles = (invoices.roles ?? []).map((role) =>
  role.name === 'CLERK' ? { ...role, comment: 'read' as const } : role,
);
const taskId = newId();
const runId = newId();
const goodFile = newId();

let fixture: ProcessFixture;
let comments: ReturnType<typeof commentUseCases>;
let processId: string;
beforeAll(async () => {
  fixture = await createProcessFixture({
    ...invoices,
    roles: [...roles, { name: 'MUTE', read: true, comment: 'none' }],
  });
  comments = commentUseCases({
    ...fixture.deps,
    describeParts: async () => ({ tasks: new Map(), workflows: new Map() }),
    findFiles: async () => [],
    belongTo: async (_db, subject) => ({
      task: subject.taskId === undefined || subject.taskId === taskId,
      run: subject.runId === undefined || subject.runId === runId,
    }),
    attachFiles: async (_tx, { fileIds }) => fileIds.filter((id) => id !== goodFile),
  });
  processId = await fixture.create();
});
afterAll(() => fixture.drop());

interface More {
  readonly processId?: string;
  readonly body?: string;
  readonly taskId?: string;
  readonly runId?: string;
  readonly parentId?: string;
  readonly fileIds?: string[];
}
const add = (who: string, more: More = {}) =>
  comments.addComment(fixture.caller(who), { subProjectId: fixture.subProjectId, processId, body: 'Known.', ...more });
const list = (who: string, more: object = {}, options: TestCallerOptions = {}) =>
  comments.getComments(fixture.caller(who, options), { subProjectId: fixture.subProjectId, processId, ...more });
const find = async (id: string, who = 'OWNER') =>
  (await list(who, { include: 'versions' })).comments.find((comment) => comment.id === id);
const change = (who: string, commentId: string, body: string, ifMatch?: string) =>
  comments.updateComment({ ...fixture.caller(who), ifMatch }, { subProjectId: fixture.subProjectId, commentId, body });
const remove = (who: string, commentId: string) =>
  comments.deleteComment(fixture.caller(who), { subProjectId: fixture.subProjectId, commentId });
const audited = (subjectId: string) => fixture.db`
  select action, process_id as "processId", after from audit_log where subject_id = ${subjectId} order by created_ts, id`;

describe('addComment and getComments', () => {
  test('a comment names its author, its subject, its mentions and its files; the audit log has no text', async () => {
    const parent = await add('OWNER');
    const owner = fixture.userId('OWNER');
    const admin = fixture.userId('ADMIN');
    const body = `@[${owner.toUpperCase()}] and @[${admin}]: known? @[nobody]`;
    const { id, version } = await add('OWNER', { body, taskId, runId, parentId: parent.id, fileIds: [goodFile] });
    expect(version).toBe('1');
    const { comments: found, names } = await list('OWNER');
    expect(found[0]).toEqual({
      id,
      processId,
      taskId,
      runId,
      parentId: parent.id,
      authorId: owner,
      body,
      mentions: [owner, admin],
      fileIds: [goodFile],
      createdTs: expect.stringMatching(/Z$/),
      editedTs: null,
      deletedTs: null,
      version: '1',
      mayUpdate: true,
      mayDelete: true,
    });
    expect(names).toEqual({ [owner]: 'User OWNER', [admin]: 'User ADMIN' });
    const after = { taskId, runId, parentId: parent.id, mentions: [owner, admin], fileIds: [goodFile] };
    expect(await audited(id)).toEqual([{ action: 'comment.add', processId, after }]);
  });

  test('pages are newest first and end; a task or a run narrows them', async () => {
    const other = await fixture.create();
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      ids.unshift((await add('OWNER', { processId: other, ...(index === 2 ? { taskId } : {}) })).id);
    }
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page = await list('OWNER', { processId: other, perPageCount: '2', after });
      seen.push(...page.comments.map(({ id }) => id));
      after = page.next;
    }
    expect(seen).toEqual(ids);
    expect((await list('OWNER', { processId: other, taskId })).comments.map(({ id }) => id)).toEqual([ids[2]]);
    expect((await list('OWNER', { processId: other, runId })).comments).toEqual([]);
  });

  test('a page ends sooner when its texts are long, and shows as much of earlier texts', async () => {
    const other = await fixture.create();
    const row = { subProjectId: fixture.subProjectId, authorId: fixture.userId('OWNER') };
    await fixture.db`
      insert into comments (sub_project_id, id, process_id, author_id, body, created_ts)
      select ${row.subProjectId}, gen_random_uuid(), ${other}, ${row.authorId}, repeat('x', 65536), now() from generate_series(1, 70)`;
    await fixture.db`
      insert into comment_versions (sub_project_id, comment_id, number, body, written_ts)
      select sub_project_id, id, n, repeat('y', 65536), now()
      from (select * from comments where process_id = ${other} order by id desc limit 2) c, generate_series(1, 60) n`;
    const search = { processId: other, perPageCount: '1000', include: 'versions' };
    const first = await list('OWNER', search);
    expect(first.comments).toHaveLength(65);
    expect(first.comments.slice(0, 3).map(({ versions }) => versions?.length)).toEqual([50, 14, 0]);
    const second = await list('OWNER', { ...search, after: first.next ?? '' });
    expect([second.comments.length, second.next]).toEqual([5, null]);
  });

  test('a position that nobody was given is refused', async () => {
    const after = `999999999999999.${newId()}`;
    await expect(list('OWNER', { after })).rejects.toMatchObject({ id: 1200 });
  });

  test.each([
    ['a blank text', { body: ' \n' }, 1232],
    ['a text of more than 64 KiB', { body: 'ä'.repeat(32_769) }, 1232],
    ['a task of another process', { taskId: newId() }, 1200],
    ['a run that is no id', { runId: 'run' }, 1200],
    ['a reply to nothing', { parentId: newId() }, 1200],
    ['a file that may not be attached', { fileIds: [newId()] }, 1704],
    ['an unknown process', { processId: newId() }, 1221],
  ])('%s is refused', async (_what, more, id) => {
    await expect(add('OWNER', more)).rejects.toMatchObject({ id });
  });

  test('only who can read the comment may be mentioned, and nothing is learned of others', async () => {
    const details = [];
    for (const who of ['STRANGER', 'DISABLED', 'GUEST', 'MUTE', 'ASSIGNEE', 'REVIEWER']) {
      const error = await add('OWNER', { body: `@[${fixture.userId(who)}]` }).catch((problem: unknown) => problem);
      expect([who, error]).toMatchObject([who, { id: 1232 }]);
      details.push(String((error as Error).message).replace(fixture.userId(who), 'X'));
    }
    expect(new Set(details).size).toBe(1);
    const assigned = await fixture.create({ assignee: fixture.userId('ASSIGNEE') });
    await add('OWNER', { processId: assigned, body: `@[${fixture.userId('ASSIGNEE')}] @[${fixture.userId('CLERK')}]` });
    const many = Array.from({ length: 51 }, () => `@[${newId()}]`).join(' ');
    await expect(add('OWNER', { body: many })).rejects.toMatchObject({ id: 1232, message: /mention 50 users/ });
  });
});

test('[D12] who reads a process writes comments, unless the role says read or none; rows and scopes bound it', async () => {
  await expect(add('CLERK')).rejects.toMatchObject({ id: 1206 });
  await list('CLERK');
  await expect(list('MUTE')).rejects.toMatchObject({ id: 1205 });
  await expect(list('GUEST')).rejects.toMatchObject({ id: 1205 });
  await expect(list('STRANGER')).rejects.toMatchObject({ id: 1205 });
  await expect(list('ASSIGNEE')).rejects.toMatchObject({ id: 1210 });
  await expect(add('REVIEWER')).rejects.toMatchObject({ id: 1210 });
  await expect(list('OWNER', {}, { scopes: ['process'] })).rejects.toMatchObject({ id: 1205 });
  const bounded = await list('OWNER', {}, { scopes: ['comment.read'] });
  expect(bounded.comments.some(({ mayUpdate, mayDelete }) => mayUpdate || mayDelete)).toBe(false);
});

describe('updateComment and deleteComment', () => {
  test('an author changes the text, and every earlier text stays', async () => {
    const { id } = await add('OWNER', { body: 'one' });
    expect(await change('OWNER', id, 'two', '1')).toMatchObject({ version: '2' });
    expect(await change('OWNER', id, 'two')).toMatchObject({ version: '2' });
    await change('OWNER', id, 'three');
    const comment = await find(id);
    expect(comment).toMatchObject({ body: 'three', version: '3', editedTs: expect.any(String) });
    expect(comment?.versions?.map(({ version, body }) => [version, body])).toEqual([
      ['2', 'two'],
      ['1', 'one'],
    ]);
    await expect(change('OWNER', id, 'four', '2')).rejects.toMatchObject({ id: 1008 });
    expect((await audited(id)).map(({ action, after }) => [action, after])).toEqual([
      ['comment.add', {}],
      ['comment.update', { version: 2 }],
      ['comment.update', { version: 3 }],
    ]);
  });

  test('whom the text mentioned before is not judged again', async () => {
    const reviewer = fixture.userId('REVIEWER');
    const inReview = await fixture.create({}, { stageKey: 'stage_review' });
    const { id } = await add('OWNER', { processId: inReview, body: `@[${reviewer}]` });
    await fixture.db`update processes set stage_key = 'stage_done' where id = ${inReview}`;
    await change('OWNER', id, `@[${reviewer}] again`);
    await expect(change('OWNER', id, `@[${fixture.userId('GUEST')}]`)).rejects.toMatchObject({ id: 1232 });
  });

  test('nobody else changes it; the administrator deletes it', async () => {
    const { id } = await add('OWNER');
    const assigned = await fixture.create({ assignee: fixture.userId('ASSIGNEE') });
    const theirs = await add('ASSIGNEE', { processId: assigned });
    await expect(change('OWNER', theirs.id, 'x')).rejects.toMatchObject({ id: 1207 });
    await expect(remove('OWNER', theirs.id)).rejects.toMatchObject({ id: 1207 });
    await expect(change('ADMIN', id, 'x')).rejects.toMatchObject({ id: 1207 });
    await expect(change('ASSIGNEE', id, 'x')).rejects.toMatchObject({ id: 1210 });
    await expect(remove('ASSIGNEE', id)).rejects.toMatchObject({ id: 1210 });
    expect(await find(id, 'ADMIN')).toMatchObject({ mayUpdate: false, mayDelete: true });
    await remove('ADMIN', id);
    await expect(remove('OWNER', newId())).rejects.toMatchObject({ id: 1200, status: 404 });
  });

  test('a deleted comment keeps its place and none of its texts', async () => {
    const { id } = await add('OWNER', { body: `secret @[${fixture.userId('OWNER')}]` });
    await change('OWNER', id, 'more secret');
    await remove('OWNER', id);
    expect(await remove('OWNER', id)).toMatchObject({ message: 'The comment is deleted already.' });
    expect(await find(id)).toMatchObject({
      body: null,
      mentions: [],
      versions: [],
      deletedTs: expect.any(String),
      mayUpdate: false,
      mayDelete: false,
    });
    await expect(change('OWNER', id, 'back')).rejects.toMatchObject({ id: 1009 });
    await expect(add('OWNER', { parentId: id })).rejects.toMatchObject({ id: 1232 });
    expect(await fixture.db`select from comment_versions where comment_id = ${id}`).toHaveLength(0);
  });

  test('[D79] they go with their process', async () => {
    const other = await fixture.create();
    const { id } = await add('OWNER', { processId: other });
    await change('OWNER', id, 'two');
    await transaction(fixture.db, (tx) => eraseCommentsOf(tx, fixture.subProjectId, other));
    expect(await fixture.db`select from comments where process_id = ${other}`).toHaveLength(0);
    expect(await fixture.db`select from comment_versions where comment_id = ${id}`).toHaveLength(0);
  });
});
