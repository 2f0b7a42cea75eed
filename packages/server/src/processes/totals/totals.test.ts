import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, sql, transaction } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { updateFieldIndexes } from '../field-indexes/field-indexes.js';
import { insertProcess } from '../records/processes/write-process.js';
import { BLOCK, FAN_OUT } from '../records/totals/chain.js';
import {
  type ModelProcess,
  order,
  pick,
  priorities,
  random,
  randomProcess,
  stages,
  states,
} from '../testing/model-process.js';
import { createProcessFixture, invoices, type ProcessFixture } from '../testing/process-fixture.js';
import { createTotalsKeeper, rebuildTotals } from './keep-totals.js';

// Blocks hold 250 processes and 16 lie under one, so some thousand are needed before anything is cut.

const document = {
  ...invoices,
  fields: Object.fromEntries(
    Object.entries(invoices.fields ?? {}).map(([name, schema]) => [
      name,
      { ...schema, 'x-indexed': name === 'supplier' || name === 'assignee' || name === 'amount' },
    ]),
  ),
};

let fixture: ProcessFixture;
let db: Database;
const model = new Map<string, ModelProcess>();
const next = random(20_261_121);
const newProcess = (): ModelProcess => randomProcess(next, fixture.userId);

async function insertMany(count: number): Promise<void> {
  const processes = Array.from({ length: count }, newProcess);
  for (let from = 0; from < count; from += 1000) {
    await db`insert into processes ${sql.rows(
      processes.slice(from, from + 1000).map((process) => ({
        id: process.id,
        sub_project_id: fixture.subProjectId,
        state: process.state,
        priority: process.priority,
        stage_key: process.stageKey,
        fields: sql.json(process.fields),
        created_ts: process.createdTs,
        updated_ts: process.createdTs,
      })),
    )}`;
  }
  for (const process of processes) model.set(process.id, process);
}

const list = (who: string, filters: object, page = 1, perPageCount = 10, sort = '-createdTs') =>
  fixture.useCases.getProcess(fixture.caller(who), {
    page: String(page),
    perPageCount: String(perPageCount),
    sort,
    filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
  });

type Case = readonly [name: string, who: string, filters: object, holds: (process: ModelProcess) => boolean];
const mine = (process: ModelProcess) => process.fields.assignee === fixture.userId('ASSIGNEE');
const cases: readonly Case[] = [
  ['everything', 'OWNER', {}, () => true],
  ['one state', 'OWNER', { state: 'INIT' }, (p) => p.state === 'INIT'],
  [
    'a rare group',
    'OWNER',
    { state: 'APPROVED', priority: 'LOW' },
    (p) => p.state === 'APPROVED' && p.priority === 'LOW',
  ],
  ['not a state', 'OWNER', { state: { ne: 'INIT' } }, (p) => p.state !== 'INIT'],
  [
    'sets, nested',
    'ADMIN',
    { or: [{ state: ['APPROVED', 'REJECTED'] }, { and: [{ priority: 'HIGH' }, { stageKey: ['stage_done'] }] }] },
    (p) => p.state === 'APPROVED' || p.state === 'REJECTED' || (p.priority === 'HIGH' && p.stageKey === 'stage_done'),
  ],
  ['nothing', 'OWNER', { state: [] }, () => false],
  ['stages of a role', 'REVIEWER', {}, (p) => p.stageKey === 'stage_review'],
  ['a row filter', 'ASSIGNEE', {}, mine],
  [
    'a row filter and a state',
    'ASSIGNEE',
    { state: 'INIT', priority: ['LOW', 'HIGH'] },
    (p) => mine(p) && p.state === 'INIT' && p.priority !== 'MEDIUM',
  ],
  ['two roles', 'BOTH', {}, (p) => p.stageKey === 'stage_review' || p.fields.assignee === fixture.userId('BOTH')],
  ['a field', 'OWNER', { 'fields.supplier': 'Acme' }, (p) => p.fields.supplier === 'Acme'],
  ['a long value', 'OWNER', { 'fields.supplier': 'x'.repeat(100) }, (p) => p.fields.supplier === 'x'.repeat(100)],
  [
    'values of a field',
    'OWNER',
    { 'fields.amount': [1, 2, 77] },
    (p) => p.fields.amount === 1 || p.fields.amount === 2,
  ],
  ['no value', 'OWNER', { 'fields.assignee': null }, (p) => p.fields.assignee === undefined],
  [
    'no value, in a set',
    'OWNER',
    { 'fields.amount': [null, 3] },
    (p) => p.fields.amount === undefined || p.fields.amount === 3,
  ],
  ['any other value', 'OWNER', { 'fields.amount': { ne: 2 } }, (p) => p.fields.amount !== 2],
  ['some value', 'OWNER', { 'fields.amount': { exists: true } }, (p) => p.fields.amount !== undefined],
  [
    'a field or a state',
    'OWNER',
    { or: [{ 'fields.amount': 1 }, { state: 'APPROVED' }] },
    (p) => p.fields.amount === 1 || p.state === 'APPROVED',
  ],
  [
    'values of a field, in states',
    'OWNER',
    { 'fields.supplier': ['Acme', 'Rare 1', 'Bolt', 'nobody'], state: ['INIT', 'APPROVED'], priority: { ne: 'LOW' } },
    (p) =>
      ['Acme', 'Rare 1', 'Bolt'].includes(String(p.fields.supplier)) &&
      (p.state === 'INIT' || p.state === 'APPROVED') &&
      p.priority !== 'LOW',
  ],
  [
    'values of a field, each in its states',
    'OWNER',
    {
      or: [
        { 'fields.supplier': 'Acme', state: 'INIT' },
        { 'fields.supplier': ['Bolt', 'Rare 0'], priority: 'HIGH' },
        { 'fields.supplier': 'Rare 2' },
      ],
    },
    (p) =>
      (p.fields.supplier === 'Acme' && p.state === 'INIT') ||
      (['Bolt', 'Rare 0'].includes(String(p.fields.supplier)) && p.priority === 'HIGH') ||
      p.fields.supplier === 'Rare 2',
  ],
  [
    'values of a field, or states',
    'OWNER',
    { or: [{ 'fields.supplier': ['Bolt', 'Rare 0'] }, { state: ['APPROVED', 'REJECTED'], priority: 'HIGH' }] },
    (p) =>
      ['Bolt', 'Rare 0'].includes(String(p.fields.supplier)) ||
      (['APPROVED', 'REJECTED'].includes(p.state) && p.priority === 'HIGH'),
  ],
  [
    'more values than are merged',
    'OWNER',
    { 'fields.amount': [...Array.from({ length: 60 }, (_, index) => index + 100), 1, 3] },
    (p) => p.fields.amount === 1 || p.fields.amount === 3,
  ],
  [
    'two fields',
    'OWNER',
    { 'fields.amount': 1, 'fields.supplier': 'Bolt' },
    (p) => p.fields.amount === 1 && p.fields.supplier === 'Bolt',
  ],
  ['what no counter has', 'OWNER', { 'fields.amount': { gt: 2 } }, (p) => Number(p.fields.amount ?? 0) > 2],
];

/** @param looked how many pages beside the one in the first third are looked at */
async function expectTrue([, who, filters, holds]: Case, looked = 3): Promise<void> {
  const matching = [...model.values()].filter(holds).sort(order);
  const pages = Math.ceil(matching.length / 7);
  for (const page of new Set([Math.ceil(pages / 3), 1, pages - 1, pages + 1].slice(0, looked + 1))) {
    if (page < 1) continue;
    const answer = await list(who, filters, page, 7);
    expect(answer.meta.totalCount).toBe(String(matching.length));
    expect(answer.processes.map((process) => process.id)).toEqual(
      matching.slice((page - 1) * 7, page * 7).map((process) => process.id),
    );
    const reversed = await list(who, filters, page, 7, 'createdTs');
    expect(reversed.meta).toEqual(answer.meta);
    expect(reversed.processes.map((process) => process.id)).toEqual(
      matching
        .toReversed()
        .slice((page - 1) * 7, page * 7)
        .map((process) => process.id),
    );
  }
}

const expectAllTrue = () => Promise.all(cases.map((one) => expectTrue(one, 1)));
const expectAllCounts = () => Promise.all(cases.map(expectCounts));

const readers: Readonly<Record<string, (process: ModelProcess) => unknown>> = {
  state: ({ state }) => state,
  stageKey: ({ stageKey }) => stageKey,
  'fields.supplier': ({ fields }) => fields.supplier,
  'fields.amount': ({ fields }) => fields.amount ?? null,
};

/** Counts by value, and that all of them make up the total. Few matches are all listed. */
async function expectCounts([, who, filters, holds]: Case): Promise<void> {
  const matching = [...model.values()].filter(holds);
  for (const [by, read] of Object.entries(readers)) {
    if (by === 'fields.amount' && who !== 'OWNER') continue;
    const { total, counts, others } = await fixture.useCases.countProcesses(fixture.caller(who), {
      by,
      filters: JSON.stringify({ subProjectId_id: fixture.subProjectId, ...filters }),
    });
    expect(total).toBe(String(matching.length));
    const expected = new Map<unknown, number>();
    for (const process of matching) expected.set(read(process), (expected.get(read(process)) ?? 0) + 1);
    for (const { value, count } of counts) expect([value, count]).toEqual([value, String(expected.get(value))]);
    const listed = counts.reduce((sum, { count }) => sum + Number(count), 0);
    expect(Number(others)).toBe(matching.length - listed);
    if (matching.length <= 10_000) expect(others).toBe('0');
    else expect(listed).toBeGreaterThan(matching.length * 0.9);
  }
}

const keeper = () => createTotalsKeeper({ db, log: quietLog });

const countFields = () => updateFieldIndexes(db, { log: quietLog });

/** Changes processes at random: many at once, some rolled back, some deleted. */
async function change(count: number): Promise<void> {
  const known = [...model.values()];
  await Promise.all(
    Array.from({ length: count }, async () => {
      const process = pick(next, known);
      const rollback = next() < 0.2;
      const deleted = next() < 0.1;
      const changed: ModelProcess = {
        ...newProcess(),
        id: process.id,
        createdTs: process.createdTs,
      };
      const undone = new Error('undone');
      try {
        await transaction(db, async (tx) => {
          // What the row was is read in the order of the commits, so the model follows them.
          const { count: found } = await tx`select id from processes where id = ${process.id} for update`;
          if (found === 0) throw undone;
          if (deleted) await tx`delete from processes where id = ${process.id}`;
          else {
            await tx`update processes set state = ${changed.state}, priority = ${changed.priority},
              stage_key = ${changed.stageKey}, fields = ${sql.json(changed.fields)} where id = ${process.id}`;
          }
          if (rollback) throw undone;
          if (deleted) model.delete(process.id);
          else model.set(process.id, changed);
        });
      } catch (error) {
        if (error !== undone) throw error;
      }
    }),
  );
}

beforeAll(async () => {
  fixture = await createProcessFixture(document);
  db = fixture.db;
  await insertMany(4000);
});
afterAll(() => fixture.drop());

describe('[D4] totals and pages are exact', () => {
  test.each(cases)('before anything is built: %s', async (...one) => expectTrue(one));

  test('after the sub-project is counted', async () => {
    await keeper().keep();
    expect(await db`select id from process_deltas`).toHaveLength(0);
    const blocks = await db`select id from process_tree_blocks where level = 0`;
    expect(blocks.length).toBeGreaterThan(4);
    await expectAllTrue();
  });

  test('after fields are counted', async () => {
    await countFields();
    const ready = await db`select field from process_counted_fields where ready`;
    expect(ready).toHaveLength(3);
    await expectAllTrue();
    await expectAllCounts();
  });

  test('while nobody folds', async () => {
    await insertMany(300);
    await change(400);
    await expectAllTrue();
    await expectAllCounts();
  });

  test('after they were folded, again and again', async () => {
    for (let round = 0; round < 3; round += 1) {
      await insertMany(round === 1 ? 7000 : 50);
      await change(100);
      await keeper().keep();
      await change(20);
      await expectAllTrue();
    }
    await expectAllCounts();
  });

  test('after the counters were thrown away and built anew', async () => {
    await rebuildTotals(db, fixture.subProjectId);
    await expectAllTrue();
    await countFields();
    await expectAllTrue();
  });

  test('while many write and others fold', async () => {
    const folder = keeper();
    let over = false;
    const folding = (async () => {
      while (!over) await folder.keep();
    })();
    const lists = (async () => {
      while (!over) {
        const { meta } = await list('OWNER', {}, 2);
        const [parts] = [await Promise.all(states.map((state) => list('OWNER', { state })))];
        expect(Number(meta.totalCount)).toBeGreaterThan(0);
        expect(parts).toHaveLength(states.length);
      }
    })();
    for (let round = 0; round < 5; round += 1) {
      await change(60);
      await insertMany(100);
    }
    over = true;
    await Promise.all([folding, lists]);
    await expectAllTrue();
    await folder.keep();
    await expectAllTrue();
  });
});

test('[D18] a value has counters once many have it, and none when few do', async () => {
  const chains = () => db`select total from process_chains where field = 'supplier' and facet = 'sCommon'`;
  const set = (supplier: string, count: number) => db`
    update processes set fields = fields || jsonb_build_object('supplier', ${supplier}::text)
    where id in (select id from processes where fields ->> 'supplier' = ${supplier === 'Common' ? 'Acme' : 'Common'}
      order by id limit ${count}::integer)`;
  await set('Common', 199);
  await keeper().keep();
  expect(await chains()).toEqual([]);
  expect((await list('OWNER', { 'fields.supplier': 'Common' })).meta.totalCount).toBe('199');
  await set('Common', 1);
  await keeper().keep();
  expect(await chains()).toEqual([{ total: 200 }]);
  expect((await list('OWNER', { 'fields.supplier': 'Common' })).meta.totalCount).toBe('200');
  await set('Acme', 150);
  await keeper().keep();
  expect(await chains()).toEqual([]);
  expect((await list('OWNER', { 'fields.supplier': 'Common' })).meta.totalCount).toBe('50');
  await set('Acme', 50);
});

test('[D18] while a field has no index, folding looks at no values of it', async () => {
  await fixture.owner`update pg_index set indisvalid = false where indexrelid = (
    select oid from pg_class where starts_with(relname, 'processes_field_eq_amount'))`;
  await db`update processes set fields = fields || '{"amount": 4711}' where id in (
    select id from processes where fields ->> 'supplier' = 'Acme' order by id limit 250)`;
  await keeper().keep();
  expect(await db`select id from process_chains where facet = 'n4711'`).toEqual([]);
  expect((await list('OWNER', { 'fields.amount': 4711 })).meta.totalCount).toBe('250');
  await countFields();
  expect((await list('OWNER', { 'fields.amount': 4711 })).meta.totalCount).toBe('250');
});

test('counters add up: every block is the sum of those under it, and of its groups; roots are their chains', async () => {
  await keeper().keep();
  const wrong = await db`
    select b.id, b.level, b.total, counts.sum, inners.sum, inners.count from process_tree_blocks b
    join process_chains c on c.id = b.chain_id
    left join process_tree_counts n on n.block_id = b.id
    cross join lateral (select coalesce(sum(x), 0) as sum from unnest(n.counts) x) counts
    cross join lateral (
      select sum(i.total) as sum, count(*) as count, min(i.start_ts) as start_ts,
        bool_and(i.level = b.level - 1 and i.chain_id = b.chain_id) as placed
      from process_tree_blocks i where i.parent_id = b.id) inners
    where b.total <> counts.sum or n.counts is null
      or b.level > 0 and (b.total is distinct from inners.sum or not inners.placed or inners.start_ts <> b.start_ts
        or inners.count > ${2 * FAN_OUT})
      or b.level = 0 and (inners.count > 0 or b.total > ${2 * BLOCK})
      or b.parent_id is null and (b.total <> c.total or b.level = 0)`;
  expect(wrong).toEqual([]);
  const unlike = await db`
    select c.id from process_chains c join process_chain_counts n on n.chain_id = c.id
    join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
    join process_tree_blocks b on b.chain_id = c.id and b.parent_id is null
    join process_tree_counts k on k.block_id = b.id
    where n.count <> coalesce(k.counts[g.position], 0)`;
  expect(unlike).toEqual([]);
  expect(await db`select level from process_tree_blocks where level = 2 limit 1`).toEqual([{ level: 2 }]);
});

test('any filter over state, priority, stage and one field is answered by counters as it is by counting', async () => {
  const key = fc.oneof(
    fc.record({ state: fc.subarray([...states]) }),
    fc.record({ priority: fc.record({ nin: fc.subarray([...priorities]) }) }),
    fc.record({ stageKey: fc.constantFrom(...stages) }),
    fc.record({ 'fields.amount': fc.constantFrom(0, 1, 2, 9, null) }),
    fc.record({ 'fields.amount': fc.record({ nin: fc.subarray([0, 1, null, 9]) }) }),
    fc.record({ 'fields.amount': fc.record({ exists: fc.boolean() }) }),
    fc.record({ 'fields.amount': fc.subarray([0, 1, 2, 3, null, 9]) }),
  );
  const { filter } = fc.letrec((tie) => ({
    filter: fc.oneof({ depthSize: 'small' }, key, tie('both'), tie('either')),
    both: fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    either: fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
  }));
  await fc.assert(
    fc.asyncProperty(filter, fc.nat({ max: 300 }), fc.boolean(), async (given, page, oldest) => {
      const sort = oldest ? 'createdTs' : '-createdTs';
      const counted = await list('OWNER', { and: [given] }, page + 1, 10, sort);
      // The key of time keeps counters from answering, and holds for all.
      const counting = await list('OWNER', { and: [given], createdTs: { gte: '2000-01-01' } }, page + 1, 10, sort);
      expect(counted).toEqual(counting);
    }),
    { numRuns: 150 },
  );
});

test('writes in one transaction with a change count in it before anybody else sees them', async () => {
  const before = Number((await list('OWNER', {})).meta.totalCount);
  await transaction(db, async (tx) => {
    const process = newProcess();
    await insertProcess(tx, { ...process, subProjectId: fixture.subProjectId, createdBy: null }, sql`select 1`);
    expect((await list('OWNER', {})).meta.totalCount).toBe(String(before));
    model.set(process.id, process);
  });
  expect((await list('OWNER', {})).meta.totalCount).toBe(String(before + 1));
});
