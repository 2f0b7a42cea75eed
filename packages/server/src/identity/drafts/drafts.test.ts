import type { DraftKind } from '@millrace/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { deleteDraft } from '../operations/drafts/delete-draft.js';
import { getDraft } from '../operations/drafts/get-draft.js';
import { saveDraft } from '../operations/drafts/save-draft.js';
import { forgetDrafts } from '../records/draft-queries.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const person = (scopes: readonly string[] = []) => testCaller(database.db, { scopes });
type Person = ReturnType<typeof person>;
const read = async (who: Person, key: string, kind: DraftKind = 'taskForm') =>
  (await getDraft({ db: database.db })(who, { kind, key })).draft;
const save = (who: Person, key: string, value: object, version?: string) =>
  saveDraft()(who, { kind: 'taskForm', key, value, ...(version === undefined ? {} : { version }) });

test('a draft is kept for its person, with a version that two devices cannot both have', async () => {
  const ann = person();
  const bob = person();
  expect(await read(ann, 'a')).toBeNull();
  const { version: first } = await save(ann, 'a', { comment: 'one' });
  await expect(save(ann, 'a', { comment: 'elsewhere' })).rejects.toMatchObject({ id: 1009 });
  const { version: next } = await save(ann, 'a', { comment: 'two' }, first);
  expect(next).toBe(String(Number(first) + 1));
  await expect(save(ann, 'a', { comment: 'elsewhere' }, first)).rejects.toMatchObject({ id: 1009 });
  expect(await read(ann, 'a')).toEqual({
    kind: 'taskForm',
    key: 'a',
    value: { comment: 'two' },
    version: next,
    updatedTs: expect.any(String),
  });
  expect(await read(bob, 'a')).toBeNull();
  expect(await read(ann, 'a', 'processForm')).toBeNull();
  await save(bob, 'a', {});
  await deleteDraft()(ann, { kind: 'taskForm', key: 'a' });
  await deleteDraft()(ann, { kind: 'taskForm', key: 'a' });
  expect(await read(ann, 'a')).toBeNull();
  expect(await read(bob, 'a')).not.toBeNull();
  await expect(save(ann, 'a', {}, next)).rejects.toMatchObject({ id: 1009 });
});

test('a draft that was deleted and begun again has none of its earlier versions', async () => {
  const ann = person();
  const { version: first } = await save(ann, 'a', { comment: 'one' });
  await deleteDraft()(ann, { kind: 'taskForm', key: 'a' });
  const { version: again } = await save(ann, 'a', { comment: 'begun elsewhere' });
  expect(again).not.toBe(first);
  await expect(save(ann, 'a', { comment: 'late' }, first)).rejects.toMatchObject({ id: 1009 });
});

test('saves at the same time do not get beyond the limit', async () => {
  const ann = person();
  await database.db`
    insert into drafts (user_id, kind, key, value, version, updated_ts)
    select ${ann.principal.userId}, 'designer', n, '{}', 1, now() from generate_series(1, 199) n`;
  const saves = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((key) => save(ann, key, {})));
  expect(saves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('there are limits for one draft, for a person and for tokens with scopes', async () => {
  const ann = person();
  await expect(save(ann, 'big', { text: 'x'.repeat(256 * 1024) })).rejects.toMatchObject({
    id: 1232,
    errors: [{ pointer: '/value' }],
  });
  const { version } = await save(ann, 'big', { text: 'x'.repeat(255 * 1024) });
  await database.db`
    insert into drafts (user_id, kind, key, value, version, updated_ts)
    select ${ann.principal.userId}, 'designer', n, '{}', 1, now() from generate_series(1, 199) n`;
  await expect(save(ann, 'one more', {})).rejects.toMatchObject({ id: 1009 });
  await save(ann, 'big', {}, version);
  const narrow = person(['process']);
  await expect(save(narrow, 'a', {})).rejects.toMatchObject({ id: 1207 });
  await expect(deleteDraft()(narrow, { kind: 'taskForm', key: 'a' })).rejects.toMatchObject({ id: 1207 });
  await expect(read(narrow, 'a')).rejects.toMatchObject({ id: 1205 });
  await expect(save(ann, 'a', {}, 'latest')).rejects.toMatchObject({ id: 1200 });
});

test('drafts of a task end with it, and old ones after 90 days', async () => {
  const { db, owner } = database;
  const ann = person();
  const tasks = [newId(), newId(), newId()];
  for (const id of tasks) {
    await db`
      insert into tasks (sub_project_id, id, run_id, workflow_id, process_id, element_id, element_key, name, state,
        candidate_groups, candidate_users, priority, created_ts)
      values (${newId()}, ${id}, ${newId()}, ${newId()}, ${newId()}, 'a', 1, 'A', 'OPEN', '{}', '{}', 50, now())`;
    await save(ann, id, { comment: 'begun' });
  }
  const [completed = '', erased = '', left = ''] = tasks;
  await db`update tasks set priority = 60`;
  expect(await read(ann, completed)).not.toBeNull();
  await db`update tasks set state = 'COMPLETED' where id = ${completed}`;
  await owner`delete from tasks where id = ${erased}`;
  expect(await Promise.all(tasks.map((id) => read(ann, id)))).toEqual([null, null, expect.anything()]);
  expect(await forgetDrafts(db)).toBe(0);
  await db`update drafts set updated_ts = now() - interval '91 days' where key = ${left}`;
  expect(await forgetDrafts(db)).toBe(1);
  expect(await read(ann, left)).toBeNull();
});
