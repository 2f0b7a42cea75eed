import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';

let fixture: ProcessFixture;
const ids: string[] = [];
let mine: string;
let inReview: string;

beforeAll(async () => {
  fixture = await createProcessFixture();
  for (let index = 0; index < 23; index += 1) {
    ids.push(await fixture.create({ amount: index, tags: index % 2 === 0 ? ['even'] : [] }));
  }
  mine = await fixture.create(
    { assignee: fixture.userId('ASSIGNEE'), amount: 500, notes: 'mine' },
    { priority: 'HIGH' },
  );
  inReview = await fixture.create({ supplier: 'Bolt', amount: 900 }, { stageKey: 'stage_review' });
  ids.push(mine, inReview);
});
afterAll(() => fixture.drop());

interface Query {
  readonly filters?: object;
  readonly rawFilters?: string;
  readonly page?: string;
  readonly perPageCount?: string;
  readonly sort?: string;
  readonly include?: string;
}

const list = (who: string, { filters = {}, rawFilters, ...rest }: Query = {}) =>
  fixture.useCases.getProcess(fixture.caller(who), {
    page: '1',
    perPageCount: '100',
    filters: rawFilters ?? JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    ...rest,
  });

const idsOf = (answer: Awaited<ReturnType<typeof list>>) => answer.processes.map((process) => process.id);

describe('the list', () => {
  test('[D1] [D3] [D4] holds exactly the documented members, newest first, with a true meta', async () => {
    const { meta, processes } = await list('OWNER', { page: '1', perPageCount: '10' });
    expect(meta).toEqual({ page: '1', perPageCount: '10', totalCount: '25', totalPages: '3' });
    expect(processes.map((process) => process.id)).toEqual([...ids].reverse().slice(0, 10));
    expect(processes[1]).toEqual({
      id: mine,
      createdTs: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      state: 'INIT',
      priority: 'HIGH',
      fields: { supplier: 'Acme', amount: 500, currency: 'EUR', assignee: fixture.userId('ASSIGNEE'), notes: 'mine' },
    });
  });

  test('[D148] names the people of the fields that the caller sees, when asked to', async () => {
    const names = async (who: string, include = 'names') => (await list(who, { filters: { id: mine }, include })).names;
    expect(await names('OWNER')).toEqual({ [fixture.userId('ASSIGNEE')]: 'User ASSIGNEE' });
    expect(await names('CLERK')).toEqual({});
    expect(await names('OWNER', 'version')).toBeUndefined();
  });

  test('[D4] pages neither overlap nor leave gaps, and past the end there is an empty page with a true meta', async () => {
    const seen: string[] = [];
    for (let page = 1; page <= 4; page += 1)
      seen.push(...idsOf(await list('OWNER', { page: String(page), perPageCount: '7' })));
    expect(seen).toEqual([...ids].reverse());
    const beyond = await list('OWNER', { page: '9007199254740991', perPageCount: '1000' });
    expect(beyond).toEqual({
      meta: { page: '9007199254740991', perPageCount: '1000', totalCount: '25', totalPages: '1' },
      processes: [],
    });
  });

  test('[D4] nothing matches: totalPages is "0"', async () => {
    const { meta } = await list('OWNER', { filters: { state: 'APPROVED' } });
    expect(meta).toMatchObject({ totalCount: '0', totalPages: '0' });
  });

  test('[D5] filters combine over members and dynamic fields', async () => {
    expect(idsOf(await list('OWNER', { filters: { 'fields.amount': { gte: 20, lt: 500 } } }))).toEqual(
      [22, 21, 20].map((index) => ids[index]),
    );
    const either = { or: [{ priority: 'HIGH' }, { stageKey: ['stage_review', 'stage_done'] }] };
    expect(idsOf(await list('OWNER', { filters: either }))).toEqual([inReview, mine]);
    expect(idsOf(await list('OWNER', { filters: { 'fields.supplier': { startsWith: 'B' } } }))).toEqual([inReview]);
    expect((await list('OWNER', { filters: { 'fields.tags': { contains: 'even' } } })).meta.totalCount).toBe('12');
    expect((await list('OWNER', { filters: { 'fields.notes': { exists: false } } })).meta.totalCount).toBe('24');
    expect((await list('OWNER', { filters: { createdTs: { gt: '2000-01-01' } } })).meta.totalCount).toBe('25');
  });

  test('[D5] sort, with the id as the last word', async () => {
    const { processes } = await list('OWNER', { sort: '-fields.amount,createdTs', perPageCount: '3' });
    expect(processes.map((process) => process.id)).toEqual([inReview, mine, ids[22]]);
    expect(idsOf(await list('OWNER', { sort: 'createdTs' }))).toEqual(ids);
  });

  test('[D1] [D20] include adds what is asked for', async () => {
    const { processes } = await list('OWNER', {
      filters: { id: mine },
      include: 'version,stageKey,updatedTs,lastChange',
    });
    expect(processes).toEqual([
      expect.objectContaining({
        version: '1',
        stageKey: 'stage_init',
        updatedTs: processes[0]?.createdTs,
        lastChange: {
          at: expect.stringMatching(/Z$/),
          by: fixture.userId('OWNER'),
          action: 'process.create',
          traceId: 'test-trace',
        },
      }),
    ]);
  });

  test('[D5] subProjectId_id and id may be written with eq', async () => {
    const rawFilters = JSON.stringify({ subProjectId_id: { eq: fixture.subProjectId }, id: { eq: mine } });
    expect(idsOf(await list('OWNER', { rawFilters }))).toEqual([mine]);
  });

  test('[D5] other filters still apply beside an id', async () => {
    expect(idsOf(await list('OWNER', { filters: { id: mine, priority: 'LOW' } }))).toEqual([]);
  });

  test('[D5] ids that are no UUIDs match nothing in lists of ids', async () => {
    expect(idsOf(await list('OWNER', { filters: { id: { in: ['nonsense', mine] } } }))).toEqual([mine]);
    expect((await list('OWNER', { filters: { id: { nin: ['nonsense'] } } })).meta.totalCount).toBe('25');
  });

  test('[D18] stored values of another type than the declared one never fail a filter or a sort order', async () => {
    const odd = await fixture.create();
    await fixture.db`update processes set fields = '{"supplier": 7, "amount": "many", "gone": true}' where id = ${odd}`;
    expect(idsOf(await list('OWNER', { filters: { 'fields.amount': { gt: 899 } } }))).toEqual([inReview]);
    expect(idsOf(await list('OWNER', { sort: 'fields.amount' })).at(-1)).toBe(odd);
    expect((await list('OWNER', { filters: { id: odd } })).processes[0]?.fields).toEqual({
      supplier: 7,
      amount: 'many',
      gone: true,
    });
    await fixture.db`delete from processes where id = ${odd}`;
  });
});

describe('who sees what', () => {
  test('[D12] a row filter and a read list bound the list, its total and its fields', async () => {
    const { meta, processes } = await list('ASSIGNEE');
    expect(meta.totalCount).toBe('1');
    expect(processes).toEqual([
      expect.objectContaining({
        id: mine,
        fields: { supplier: 'Acme', notes: 'mine', assignee: fixture.userId('ASSIGNEE') },
      }),
    ]);
  });

  test('[D12] stages bound a role', async () => {
    expect(idsOf(await list('REVIEWER'))).toEqual([inReview]);
  });

  test('[D12] [D34] the administrator sees everything without being a member', async () => {
    expect((await list('ADMIN')).meta.totalCount).toBe('25');
  });

  test('[D12] with several roles each process shows what the roles that cover it may read, and filters see no more', async () => {
    const both = fixture.userId('BOTH');
    const theirs = await fixture.create({ assignee: both, amount: 41 });
    const overlap = await fixture.create({ assignee: both, amount: 42 }, { stageKey: 'stage_review' });
    const { processes } = await list('BOTH');
    expect(new Map(processes.map((process) => [process.id, Object.keys(process.fields).sort()]))).toEqual(
      new Map([
        [overlap, ['amount', 'assignee', 'currency', 'supplier']],
        [theirs, ['assignee', 'supplier']],
        [inReview, ['amount', 'currency', 'supplier']],
      ]),
    );
    expect(idsOf(await list('BOTH', { filters: { 'fields.amount': { in: [41, 42] } } }))).toEqual([overlap]);
    expect(idsOf(await list('BOTH', { filters: { 'fields.amount': { ne: 0 } }, sort: 'fields.amount' }))).toEqual([
      overlap,
      inReview,
      theirs,
    ]);
    await fixture.db`delete from processes where id in (${theirs}, ${overlap})`;
  });
});

describe('errors', () => {
  const unknown = newId();
  test.each<[string, string, Query, object]>([
    ['[D15] malformed JSON', 'OWNER', { rawFilters: '{"subProjectId_id":' }, { id: 1232, status: 400 }],
    ['[D13] no subProjectId_id', 'OWNER', { rawFilters: '{}' }, { id: 1200, status: 400 }],
    ['[D13] an empty subProjectId_id', 'OWNER', { filters: { subProjectId_id: '' } }, { id: 1200, status: 400 }],
    ['[D13] a subProjectId_id of null', 'OWNER', { filters: { subProjectId_id: null } }, { id: 1200 }],
    ['[D15] a subProjectId_id that is a number', 'OWNER', { filters: { subProjectId_id: 7 } }, { id: 1232 }],
    ['[D15] several sub-projects', 'OWNER', { filters: { subProjectId_id: ['a', 'b'] } }, { id: 1232 }],
    ['[D13] an unknown sub-project', 'OWNER', { filters: { subProjectId_id: unknown } }, { id: 1202, status: 404 }],
    ['[D13] no UUID as sub-project', 'OWNER', { filters: { subProjectId_id: "x' or 1=1" } }, { id: 1202, status: 404 }],
    ['[D13] a caller without a role there', 'STRANGER', {}, { id: 1204, status: 403 }],
    ['[D13] a role that may not read', 'GUEST', {}, { id: 1205, status: 403 }],
    ['[D13] an id that names nothing', 'OWNER', { filters: { id: unknown } }, { id: 1221, status: 404 }],
    ['[D13] an id that is no UUID', 'OWNER', { filters: { id: { eq: 'x' } } }, { id: 1221, status: 404 }],
    ['[D13] the target comes before values', 'OWNER', { filters: { id: unknown, x: 1 }, page: '0' }, { id: 1221 }],
    ['[D15] an unknown key', 'OWNER', { filters: { colour: 1 } }, { id: 1230, status: 400 }],
    ['[D15] an unknown field', 'OWNER', { filters: { 'fields.colour': 1 } }, { id: 1231, status: 400 }],
    ['[D15] a malformed value', 'OWNER', { filters: { createdTs: 'soon' } }, { id: 1232, status: 400 }],
    ['[D15] an unknown operator', 'OWNER', { filters: { state: { like: 'x' } } }, { id: 1232, status: 400 }],
    ['[D15] a bad page', 'OWNER', { page: '0' }, { id: 1232, status: 400 }],
    ['[D15] too many per page', 'OWNER', { perPageCount: '1001' }, { id: 1232, status: 400 }],
    ['[D15] an unknown sort key', 'OWNER', { sort: 'colour' }, { id: 1230, status: 400 }],
    ['[D15] an unknown sort field', 'OWNER', { sort: 'fields.colour' }, { id: 1231, status: 400 }],
    ['[D1] an unknown include', 'OWNER', { include: 'secrets' }, { id: 1230, status: 400 }],
    ['[D12] a hidden field in a filter', 'ASSIGNEE', { filters: { 'fields.amount': 1 } }, { id: 1231, status: 400 }],
    ['[D12] a hidden field in a sort order', 'ASSIGNEE', { sort: 'fields.amount' }, { id: 1231, status: 400 }],
  ])('%s', async (_rule, who, query, error) => {
    await expect(list(who, query)).rejects.toMatchObject({ name: 'CatalogueError', ...error });
  });

  test('[D13] an id outside the row filter is 1210', async () => {
    await expect(list('ASSIGNEE', { filters: { id: inReview } })).rejects.toMatchObject({ id: 1210, status: 403 });
  });

  test('[D13] a process of another sub-project is 1221', async () => {
    const other = newId();
    await insertSubProject(fixture.db, other, invoices);
    await expect(list('ADMIN', { filters: { subProjectId_id: other, id: mine } })).rejects.toMatchObject({ id: 1221 });
  });

  test('[D13] a sub-project without a configuration is 1201, without roles 1203', async () => {
    const [bare, roleless] = [newId(), newId()];
    await insertSubProject(fixture.db, bare, undefined);
    await insertSubProject(fixture.db, roleless, { ...invoices, roles: [] });
    await expect(list('OWNER', { filters: { subProjectId_id: bare } })).rejects.toMatchObject({
      id: 1201,
      status: 404,
    });
    await expect(list('OWNER', { filters: { subProjectId_id: roleless } })).rejects.toMatchObject({
      id: 1203,
      status: 403,
    });
  });

  test('[D20] 1227 when the audit log cannot be read, and only when it is asked for', async () => {
    await fixture.owner.script('alter table audit_log rename to audit_log_away');
    try {
      await expect(list('OWNER', { include: 'lastChange' })).rejects.toMatchObject({ id: 1227, status: 500 });
      expect((await list('OWNER')).meta.totalCount).toBe('25');
    } finally {
      await fixture.owner.script('alter table audit_log_away rename to audit_log');
    }
  });
});
