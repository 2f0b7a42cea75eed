import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { signInDemoClients } from './support/demo-clients.js';
import { demoUserId } from './support/person.js';
import { configuration, createProcess, deploy, everythingRole, unknownId } from './support/sub-project.js';
import type { Process } from './support/wire.js';

const { admin, owner, assignee } = await signInDemoClients();
const { id: subProjectId } = await deploy(admin);
const currencies = ['EUR', 'USD', 'GBP'];
const stages = ['stage_init', 'stage_review', 'stage_done'];
const priorities = ['LOW', 'MEDIUM', 'HIGH'];
const count = 24;
/** Everything that is there, oldest first. */
const everything: Process[] = [];

beforeAll(async () => {
  const assigneeId = await demoUserId(admin, 'assignee');
  for (let n = 0; n < count; n++) {
    await createProcess(owner, subProjectId, {
      priority: priorities[n % 3],
      stageKey: stages[n % 2],
      fields: {
        supplier: `Supplier ${n % 2 === 0 ? 'Ä' : 'b_%'} ${n}`,
        currency: currencies[n % 3],
        ...(n % 4 === 0 ? {} : { amount: n * 10.5 }),
        ...(n % 5 === 0 ? { assignee: assigneeId } : {}),
        paid: n % 2 === 0,
        dueDate: `2026-03-${String(1 + n).padStart(2, '0')}`,
      },
    });
  }
  const { processes } = await list({}, { perPageCount: '1000', include: 'stageKey,updatedTs' });
  everything.push(...processes.toReversed());
});

async function list(filters: object, query: Readonly<Record<string, unknown>> = {}, client = owner) {
  return client.ok('getProcess', {
    page: '1',
    perPageCount: '1000',
    ...query,
    filters: { subProjectId_id: subProjectId, ...filters },
  });
}

const refused = (filters: unknown, id: number, query: Readonly<Record<string, unknown>> = {}) =>
  owner.refused('getProcess', { page: '1', perPageCount: '10', filters, ...query }, id);

const numberOf = (process: Process) => Number(String(process.fields.supplier).split(' ').at(-1));
const field = (process: Process, name: string) => process.fields[name];

describe('paging', () => {
  test('[D4] pages of any size hold every process once, newest first', async () => {
    for (const perPageCount of [1, 7, 10, 1000]) {
      const pages = Math.ceil(count / perPageCount);
      const numbers: number[] = [];
      for (let page = 1; page <= pages; page++) {
        const { meta, processes } = await list({}, { page: String(page), perPageCount: String(perPageCount) });
        expect(meta).toEqual({
          page: String(page),
          perPageCount: String(perPageCount),
          totalCount: String(count),
          totalPages: String(pages),
        });
        numbers.push(...processes.map(numberOf));
      }
      expect(numbers).toEqual(Array.from({ length: count }, (_, n) => count - 1 - n));
    }
  });

  test('[D4] past the end there is nothing, and the meta is true', async () => {
    const past = await list({}, { page: '100', perPageCount: '10' });
    expect(past).toMatchObject({ processes: [], meta: { page: '100', totalCount: String(count), totalPages: '3' } });
    const nothing = await list({ state: 'PAID' });
    expect(nothing).toMatchObject({ processes: [], meta: { totalCount: '0', totalPages: '0' } });
  });

  test.each(['0', '-1', '1.5', '1e2', ' 1', 'x', '99999999999999999999'])('[D15] page %j is 1232', async (page) => {
    await refused({ subProjectId_id: subProjectId }, 1232, { page });
  });

  test.each(['0', '1001', '-5', 'all'])('[D15] perPageCount %j is 1232', async (perPageCount) => {
    await refused({ subProjectId_id: subProjectId }, 1232, { perPageCount });
  });

  test('[D14] each of the three parameters is required', async () => {
    const all = { page: '1', perPageCount: '10', filters: { subProjectId_id: subProjectId } };
    for (const name of ['page', 'perPageCount', 'filters']) {
      await owner.refused('getProcess', { ...all, [name]: undefined }, 1200);
      await owner.refused('getProcess', { ...all, [name]: '' }, 1200);
    }
    await refused({}, 1200);
    await refused({ subProjectId_id: '' }, 1200);
  });
});

describe('what a process looks like', () => {
  test('[D1] has the documented members and no others unless asked for', async () => {
    const { processes } = await list({}, { perPageCount: '1' });
    expect(Object.keys(processes[0] ?? {}).toSorted()).toEqual(['createdTs', 'fields', 'id', 'priority', 'state']);
  });

  test('[D1] include adds the version, stage, time and author of the last change', async () => {
    const { processes } = await list({}, { perPageCount: '1', include: 'version,stageKey,updatedTs,lastChange' });
    const [process] = processes;
    expect(process).toMatchObject({
      version: '1',
      stageKey: 'stage_review',
      lastChange: { action: 'process.create', by: await demoUserId(admin, 'owner') },
    });
    expect(process?.updatedTs).toBe(process?.createdTs);
    await refused({ subProjectId_id: subProjectId }, 1232, { include: 'secrets' });
  });
});

/** A filter with what it must find, judged on everything that is there. */
const cases: readonly (readonly [object, (process: Process) => boolean])[] = [
  [{ priority: 'HIGH' }, (p) => p.priority === 'HIGH'],
  [{ priority: ['HIGH', 'LOW'] }, (p) => p.priority !== 'MEDIUM'],
  [{ priority: [] }, () => false],
  [{ stageKey: 'stage_review' }, (p) => p.stageKey === 'stage_review'],
  [{ state: 'INIT' }, () => true],
  [{ 'fields.currency': { eq: 'USD' } }, (p) => field(p, 'currency') === 'USD'],
  [{ 'fields.currency': { ne: 'USD' } }, (p) => field(p, 'currency') !== 'USD'],
  [{ 'fields.currency': { in: ['USD', 'GBP'] } }, (p) => field(p, 'currency') !== 'EUR'],
  [{ 'fields.currency': { nin: ['USD', 'GBP'] } }, (p) => field(p, 'currency') === 'EUR'],
  [{ 'fields.amount': { lt: 105 } }, (p) => Number(field(p, 'amount')) < 105],
  [{ 'fields.amount': { lte: 105 } }, (p) => Number(field(p, 'amount')) <= 105],
  [{ 'fields.amount': { gt: 105 } }, (p) => Number(field(p, 'amount')) > 105],
  [{ 'fields.amount': { gte: 105, lt: 200 } }, (p) => Number(field(p, 'amount')) >= 105 && numberOf(p) < 20],
  [{ 'fields.amount': 10.5 }, (p) => numberOf(p) === 1],
  [{ 'fields.amount': { exists: false } }, (p) => field(p, 'amount') === undefined],
  [{ 'fields.amount': { exists: true } }, (p) => field(p, 'amount') !== undefined],
  [{ 'fields.paid': true }, (p) => field(p, 'paid') === true],
  [{ 'fields.supplier': { contains: 'b_%' } }, (p) => numberOf(p) % 2 === 1],
  [{ 'fields.supplier': { contains: '%' } }, (p) => numberOf(p) % 2 === 1],
  [{ 'fields.supplier': { startsWith: 'Supplier Ä' } }, (p) => numberOf(p) % 2 === 0],
  [{ 'fields.supplier': { startsWith: 'upplier' } }, () => false],
  [{ 'fields.supplier': { istartsWith: 'supplier ä' } }, (p) => numberOf(p) % 2 === 0],
  [{ 'fields.supplier': { icontains: 'PLIER' } }, () => true],
  [{ state: { ieq: 'init' } }, () => true],
  [{ 'fields.supplier': "x' or '1'='1" }, () => false],
  [{ 'fields.dueDate': { gte: '2026-03-10', lt: '2026-03-12' } }, (p) => [9, 10].includes(numberOf(p))],
  [{ or: [{ priority: 'LOW' }, { 'fields.currency': 'GBP' }] }, (p) => p.priority !== 'MEDIUM'],
  [{ and: [{ priority: 'LOW' }, { 'fields.currency': 'GBP' }] }, () => false],
  [
    { or: [{ and: [{ priority: 'LOW' }, { 'fields.paid': true }] }, { 'fields.amount': { gt: 200 } }] },
    (p) => (p.priority === 'LOW' && field(p, 'paid') === true) || Number(field(p, 'amount')) > 200,
  ],
  [{ createdTs: { gt: '2020-01-01T00:00:00.000Z' } }, () => true],
  [{ updatedTs: { lt: '2020-01-01T00:00:00Z' } }, () => false],
];

describe('filters', () => {
  test.each(cases)('[D5] %j finds what it says, with a true total', async (filters, wanted) => {
    const expected = everything.filter(wanted).map(numberOf);
    const { meta, processes } = await list(filters);
    expect(processes.map(numberOf).toReversed()).toEqual(expected);
    expect(meta.totalCount).toBe(String(expected.length));
  });

  test('[D5] by id, one or several; ids that name nothing are left out of a list', async () => {
    const ids = everything.slice(3, 6).map(({ id }) => id);
    const { processes } = await list({ id: [...ids, unknownId] });
    expect(processes.map(({ id }) => id)).toEqual(ids.toReversed());
    const one = await list({ id: ids[0] });
    expect(one.processes.map(({ id }) => id)).toEqual([ids[0]]);
  });

  test('[D5] by as many ids as a page can hold', async () => {
    const ids = [...everything.map(({ id }) => id), ...Array.from({ length: 976 }, () => randomUUID())];
    const { meta } = await list({ id: ids });
    expect(meta.totalCount).toBe(String(count));
  });

  test('[D13] one id that names no process is 1221', async () => {
    for (const id of [unknownId, 'no-uuid', "' or 1=1"]) await refused({ subProjectId_id: subProjectId, id }, 1221);
  });

  test('[D5] a time is exact to the millisecond', async () => {
    const middle = everything[10];
    const { processes } = await list({ createdTs: { gte: middle?.createdTs } });
    expect(processes.at(-1)?.id).toBe(middle?.id);
  });

  test.each([
    [{ color: 'red' }, 1230],
    [{ 'fields.': 1 }, 1231],
    [{ 'fields.colour': 'red' }, 1231],
    [{ state: { like: 'I%' } }, 1232],
    [{ 'fields.amount': { contains: '1' } }, 1232],
    [{ 'fields.amount': 'many' }, 1232],
    [{ createdTs: 'yesterday' }, 1232],
    [{ createdTs: { gt: '2026-02-30T00:00:00Z' } }, 1232],
    [{ or: { state: 'INIT' } }, 1232],
    [{ and: ['INIT'] }, 1232],
    [{ state: { in: 'INIT' } }, 1232],
  ])('[D15] %j is %i, with a pointer to blame', async (filters, id) => {
    const problem = await refused({ subProjectId_id: subProjectId, ...filters }, id);
    expect(problem.errors?.[0]?.pointer).toMatch(/^\/filters\//);
  });

  test.each(['{', '[]', '"x"', 'null', '1'])('[D15] filters %j are malformed: 1232', async (filters) => {
    await refused(filters, 1232);
  });
});

describe('sorting', () => {
  const order = async (sort: string) => (await list({}, { sort })).processes.map(numberOf);

  test('[D5] by fields and by several keys, ties by id so that pages never overlap', async () => {
    const ascending = Array.from({ length: count }, (_, n) => n);
    expect(await order('createdTs')).toEqual(ascending);
    expect(await order('-fields.dueDate')).toEqual(ascending.toReversed());
    const byAmount = (await order('fields.amount')).filter((n) => n % 4 !== 0);
    expect(byAmount).toEqual(ascending.filter((n) => n % 4 !== 0));
    const both = (await list({}, { sort: 'fields.currency,-fields.dueDate' })).processes;
    const keys = both.map((p) => `${field(p, 'currency')} ${99 - numberOf(p)}`);
    expect(keys).toEqual(keys.toSorted());
    const paged: number[] = [];
    for (let page = 1; page <= 5; page++) {
      const { processes } = await list({}, { sort: 'state', page: String(page), perPageCount: '5' });
      paged.push(...processes.map(numberOf));
    }
    expect(paged.toSorted((a, b) => a - b)).toEqual(ascending);
  });

  test.each([
    ['color', 1230],
    ['fields.colour', 1231],
    ['-', 1232],
    ['createdTs,,id', 1232],
  ])('[D15] sort=%s is %i', async (sort, id) => {
    await refused({ subProjectId_id: subProjectId }, id, { sort });
  });
});

describe('who sees what', () => {
  test('[D12] a row filter hides the rest from lists and totals', async () => {
    const own = everything.filter((process) => numberOf(process) % 5 === 0);
    const { meta, processes } = await list({}, {}, assignee);
    expect(processes.map(({ id }) => id).toReversed()).toEqual(own.map(({ id }) => id));
    expect(meta.totalCount).toBe(String(own.length));
    const widened = await list({ or: [{ state: 'INIT' }, { 'fields.assignee': { exists: false } }] }, {}, assignee);
    expect(widened.meta.totalCount).toBe(String(own.length));
  });

  test('[D13] a process outside of it is 1210 by id and left out of a list of ids', async () => {
    const [own, other] = [everything[5]?.id, everything[6]?.id];
    const query = { page: '1', perPageCount: '10' };
    const filters = { subProjectId_id: subProjectId, id: other };
    await assignee.refused('getProcess', { ...query, filters }, 1210);
    const { processes } = await list({ id: [own, other] }, {}, assignee);
    expect(processes.map(({ id }) => id)).toEqual([own]);
  });

  test('[D12] a role sees its stages and the fields it lists, and cannot filter or sort by the others', async () => {
    const narrow = await deploy(
      admin,
      configuration({
        roles: [everythingRole('OWNER'), { name: 'NARROW', read: ['supplier'], stages: ['stage_review'] }],
        members: [
          { user: 'demo-owner', roles: ['OWNER'] },
          { user: 'demo-assignee', roles: ['NARROW'] },
        ],
      }),
    );
    const hidden = await createProcess(owner, narrow.id);
    const fields = { supplier: 'Seen', amount: 5 };
    const seen = await createProcess(owner, narrow.id, { fields, stageKey: 'stage_review' });
    const query = { page: '1', perPageCount: '10' };
    const here = { subProjectId_id: narrow.id };
    const { processes } = await assignee.ok('getProcess', { ...query, filters: here });
    expect(processes.map(({ id, fields: { ...visible } }) => [id, visible])).toEqual([[seen, { supplier: 'Seen' }]]);
    await assignee.refused('getProcess', { ...query, filters: { ...here, id: hidden } }, 1210);
    await assignee.refused('getProcess', { ...query, filters: { ...here, 'fields.amount': 5 } }, 1231);
    await assignee.refused('getProcess', { ...query, filters: here, sort: 'fields.amount' }, 1231);
  });
});
