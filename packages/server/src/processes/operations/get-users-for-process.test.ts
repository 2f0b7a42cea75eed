import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture();
});
afterAll(() => fixture.drop());

const list = (who: string, request: object = {}) =>
  fixture.useCases.getUsersForProcess(fixture.caller(who), { subProjectId: fixture.subProjectId, ...request });

const summary = async (request?: object) =>
  (await list('OWNER', request)).users.map(({ name, role }) => `${name}: ${role}`);

describe('who may be assigned', () => {
  test('[D4] [D19] members with an assignable role, by name, without disabled users', async () => {
    expect(await summary()).toEqual([
      'User ASSIGNEE: ASSIGNEE',
      'User BOTH: REVIEWER',
      'User OWNER: OWNER',
      'User REVIEWER: REVIEWER',
    ]);
    const { meta, users } = await list('OWNER', { page: '2', perPageCount: '3' });
    expect(meta).toEqual({ page: '2', perPageCount: '3', totalCount: '4', totalPages: '2' });
    expect(users).toEqual([
      { id: fixture.userId('REVIEWER'), name: 'User REVIEWER', email: 'reviewer@example.com', role: 'REVIEWER' },
    ]);
  });

  test('[D19] with processId those whose role covers the stage of the process', async () => {
    const processId = await fixture.create();
    expect(await summary({ processId })).toEqual([
      'User ASSIGNEE: ASSIGNEE',
      'User BOTH: ASSIGNEE',
      'User OWNER: OWNER',
    ]);
    const inReview = await fixture.create({}, { stageKey: 'stage_review' });
    expect(await summary({ processId: inReview })).toContain('User REVIEWER: REVIEWER');
  });

  test('[D4] users of one name are ordered by id, and a page past the end is empty', async () => {
    const other = newId();
    const twins = [newId(), newId()];
    for (const id of twins) {
      await fixture.db`insert into users (id, name, email, kind, created_ts)
        values (${id}, 'Twin', ${`${id}@example.com`}, 'person', now())`;
    }
    const members = [...twins, fixture.userId('OWNER')].map((user) => ({ user, roles: ['OWNER'] }));
    await insertSubProject(fixture.db, other, { ...invoices, members });
    const { users } = await list('OWNER', { subProjectId: other });
    expect(users.map(({ id }) => id)).toEqual([...twins, fixture.userId('OWNER')]);
    expect(await list('OWNER', { subProjectId: other, page: '9' })).toEqual({
      meta: { page: '9', perPageCount: '10', totalCount: '3', totalPages: '1' },
      users: [],
    });
  });

  test('[D19] nobody is assignable: an empty list', async () => {
    const other = newId();
    const owner = fixture.userId('OWNER');
    const roles = [{ name: 'READER', read: true }];
    await insertSubProject(fixture.db, other, { ...invoices, roles, members: [{ user: owner, roles: ['READER'] }] });
    expect((await list('OWNER', { subProjectId: other })).meta.totalPages).toBe('0');
  });
});

describe('errors', () => {
  test.each<[string, string, object, object]>([
    ['[D13] an unknown sub-project', 'OWNER', { subProjectId: newId() }, { id: 1202, status: 404 }],
    ['[D13] a role that may not list users', 'GUEST', {}, { id: 1205, status: 403 }],
    ['[D13] a caller without a role there', 'STRANGER', {}, { id: 1205, status: 403 }],
    ['[D14] an unknown process', 'OWNER', { processId: newId() }, { id: 1200, status: 404 }],
    ['[D14] no UUID as process', 'OWNER', { processId: 'x' }, { id: 1200, status: 404 }],
    ['[D4] a bad page', 'OWNER', { page: '0' }, { id: 1200, status: 400 }],
    ['[D4] a bad page size', 'OWNER', { perPageCount: '5000' }, { id: 1200, status: 400 }],
  ])('%s', async (_rule, who, request, error) => {
    await expect(list(who, request)).rejects.toMatchObject({ name: 'CatalogueError', ...error });
  });

  test('[D13] a process outside the row filter is 1205', async () => {
    const processId = await fixture.create();
    await expect(list('ASSIGNEE', { processId })).rejects.toMatchObject({ id: 1205, status: 403 });
  });

  test('[D13] a sub-project without roles is 1203', async () => {
    const other = newId();
    await insertSubProject(fixture.db, other, { ...invoices, roles: [] });
    await expect(list('OWNER', { subProjectId: other })).rejects.toMatchObject({ id: 1203 });
  });
});
