import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import type { Database } from '../../postgres/database.js';
import { testCaller } from '../../testing/test-caller.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { subProjectUseCases } from '../use-cases.js';

let database: TestDatabase;
let db: Database;
let useCases: ReturnType<typeof subProjectUseCases>;
const users = [newId(), newId()] as const;

/** Ids by name; the first user is a member of those with an even number. */
const ids = new Map<string, string>();

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  useCases = subProjectUseCases({ db, deployed: async () => undefined, storagePlugins: [] });
  for (const id of users) {
    await db`insert into users (id, name, email, kind, created_ts)
      values (${id}, 'Someone', ${`${id}@example.com`}, 'person', ${new Date()})`;
  }
  const administrator = testCaller(db, { administrator: true });
  for (const number of [3, 1, 2, 4, 0]) {
    const { subProjectId } = await useCases.deploySubProject(administrator, {
      document: JSON.stringify({
        name: `Sub-project ${number}`,
        stages: [
          { key: 'one', default: true },
          { key: 'two', name: 'Second' },
        ],
        roles: [{ name: 'CLERK' }],
        members: [{ user: users[number % 2], roles: ['CLERK'] }],
      }),
    });
    ids.set(`Sub-project ${number}`, subProjectId);
  }
  const { id } = await useCases.createSubProject(administrator, { name: 'Empty' });
  ids.set('Empty', id);
});
afterAll(() => database.drop());

const list = async (caller: Parameters<typeof testCaller>[1], query = {}) => {
  const { meta, subProjects } = await useCases.getSubProjects(testCaller(db, caller), query);
  return { meta, names: subProjects.map(({ name }) => name), subProjects };
};

describe('getSubProjects', () => {
  it('shows the administrator all, by name', async () => {
    const { meta, names } = await list({ administrator: true });
    expect(names).toEqual(['Empty', ...[0, 1, 2, 3, 4].map((number) => `Sub-project ${number}`)]);
    expect(meta).toEqual({ page: '1', perPageCount: '10', totalCount: '6', totalPages: '1' });
  });

  it('shows members theirs and nobody else any', async () => {
    expect((await list({ userId: users[0] })).names).toEqual([0, 2, 4].map((number) => `Sub-project ${number}`));
    expect((await list({ userId: users[1] })).names).toEqual([1, 3].map((number) => `Sub-project ${number}`));
    const nobody = await list({});
    expect([nobody.names, nobody.meta.totalCount, nobody.meta.totalPages]).toEqual([[], '0', '0']);
  });

  it('stops showing it to a member who is removed', async () => {
    const administrator = testCaller(db, { administrator: true });
    const deployWith = (members: object[]) =>
      useCases.deploySubProject(administrator, {
        subProjectId: ids.get('Sub-project 4') ?? '',
        document: JSON.stringify({
          name: 'Sub-project 4',
          stages: [
            { key: 'one', default: true },
            { key: 'two', name: 'Second' },
          ],
          roles: [{ name: 'CLERK' }],
          members,
        }),
      });
    await deployWith([]);
    expect((await list({ userId: users[0] })).names).toEqual(['Sub-project 0', 'Sub-project 2']);
    await deployWith([{ user: users[0], roles: ['CLERK'] }]);
    expect((await list({ userId: users[0] })).names).toEqual(['Sub-project 0', 'Sub-project 2', 'Sub-project 4']);
  });

  it('says what each is, also while nothing is deployed', async () => {
    const { subProjects } = await list({ administrator: true }, { perPageCount: '2' });
    expect(subProjects).toEqual([
      { id: ids.get('Empty'), name: 'Empty', version: null, stages: [], createdTs: expect.stringMatching(/\.\d{3}Z$/) },
      {
        id: ids.get('Sub-project 0'),
        name: 'Sub-project 0',
        version: '1',
        stages: [
          { key: 'one', name: 'one', default: true },
          { key: 'two', name: 'Second', default: false },
        ],
        createdTs: expect.stringMatching(/\.\d{3}Z$/),
      },
    ]);
  });

  it('[D4] pages without overlap; past the end is empty', async () => {
    const pages = await Promise.all(
      ['1', '2', '3', '4'].map((page) => list({ administrator: true }, { page, perPageCount: '2' })),
    );
    expect(pages.flatMap(({ names }) => names)).toEqual((await list({ administrator: true })).names);
    expect(pages[3]?.names).toEqual([]);
    expect(pages[3]?.meta).toEqual({ page: '4', perPageCount: '2', totalCount: '6', totalPages: '3' });
    expect((await list({ administrator: true }, { page: '9007199254740991', perPageCount: '1000' })).names).toEqual([]);
  });

  it.each(['0', '-1', '1.5', 'one', '1001'])('[D14] 1200 for perPageCount %s', (perPageCount) =>
    expect(list({}, { perPageCount })).rejects.toMatchObject({ id: 1200 }),
  );
});
