import { operations } from '@millrace/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Access } from '../../access/authorize.js';
import { newId } from '../../kernel/identifiers.js';
import { connect, sql, transaction } from '../../postgres/database.js';
import { enter } from '../../sub-projects/configuration/enter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { quietLog } from '../../testing/quiet-log.js';
import { updateFieldIndexes } from '../field-indexes/field-indexes.js';
import { type ListPlan, planList } from '../records/list/list-plan.js';
import { listProcesses, processListStatement } from '../records/list/list-processes.js';
import { processVisibility } from '../records/visibility/process-visibility.js';
import { createProcessFixture, insertSubProject, invoices, type ProcessFixture } from '../testing/process-fixture.js';
import { createTotalsKeeper } from '../totals/keep-totals.js';
import { type ListValues, readListRequest } from './list-request.js';

const document = {
  ...invoices,
  fields: {
    ...invoices.fields,
    supplier: { ...invoices.fields?.supplier, 'x-indexed': true },
    amount: { ...invoices.fields?.amount, 'x-indexed': true },
    assignee: { ...invoices.fields?.assignee, 'x-indexed': true },
    // 60 processes have it.
    discount: { type: 'number', 'x-indexed': true },
  },
};

let fixture: ProcessFixture;
beforeAll(async () => {
  fixture = await createProcessFixture(document);
  const other = newId();
  await insertSubProject(fixture.db, other, invoices);
  for (const id of [fixture.subProjectId, other]) {
    await fixture.db`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${id}, case when n % 1000 = 0 then 'REJECTED' else 'INIT' end, case when n > 10000 then 'HIGH' else 'LOW' end,
        case n % 3 when 0 then 'stage_init' else 'stage_review' end,
        jsonb_build_object('supplier', 'Supplier ' || md5(n::text), 'amount', n,
          'assignee', case when n % 50 = 0 then ${fixture.userId('ASSIGNEE')} else 'somebody' end)
          || case when n % 250 = 0 then jsonb_build_object('discount', n % 7) else '{}' end,
        now() - n * interval '1 second', now()
      from generate_series(1, 15000) n`;
  }
  await createTotalsKeeper({ db: fixture.db, log: quietLog }).keep();
  await updateFieldIndexes(fixture.db, { log: quietLog });
  await fixture.owner.script('vacuum analyze');
});
afterAll(() => fixture.drop());

interface Asked {
  readonly filters?: Readonly<Record<string, unknown>>;
  readonly sort?: string;
  readonly page?: string;
}

function planOf(subProject: SubProject, access: Access, values: ListValues): ListPlan {
  const visibility = processVisibility(subProject, access);
  return planList(subProject, visibility, readListRequest(subProject, visibility, values));
}

/** What PostgreSQL did: the nodes of the plan that ran, and the rows that those over `processes` gave or threw away. */
async function run(who: string, asked: Asked) {
  const { subProjectId, deps, db } = fixture;
  const { subProject, access } = await enter(
    deps.subProjects,
    fixture.caller(who),
    subProjectId,
    operations.getProcess,
  );
  const plan = planOf(subProject, access, { filters: {}, ...asked });
  const rows = await db.run<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, costs off, timing off, summary off, buffers off) ${processListStatement(plan)}`,
  );
  const nodes = rows
    .map((row) => row['QUERY PLAN'])
    .join('\n')
    .split(/\n(?=\s*(?:->|[A-Z]))/)
    // PostgreSQL plans them and does not run them: those without a value, while the page is full without them.
    .filter((node) => !node.includes('never executed'));
  const touched = nodes
    .filter((node) => /(?:Scan|Bitmap Heap Scan).* on processes p/.test(node))
    .map((node) => {
      const [, given = '0', loops = '1'] = /rows=([\d.]+) loops=(\d+)/.exec(node) ?? [];
      const [, removed = '0'] = /Rows Removed by \w+(?: \w+)*: (\d+)/.exec(node) ?? [];
      return (Number(given) + Number(removed)) * Number(loops);
    });
  return { text: nodes.join('\n'), touched: touched.reduce((sum, rows) => sum + rows, 0) };
}

const far = '700';
const cases: readonly (readonly [string, string, Asked, RegExp])[] = [
  ['the default order', 'OWNER', {}, /Index Scan using processes_newest/],
  ['newest first', 'ADMIN', { sort: '-createdTs', page: '3' }, /Index Only Scan using processes_newest/],
  ['oldest first', 'OWNER', { sort: 'createdTs' }, /Index Only Scan using processes_newest/],
  ['oldest first, in the middle', 'OWNER', { sort: 'createdTs', page: far }, /processes_newest/],
  ['oldest first of a stage, in the middle', 'REVIEWER', { sort: 'createdTs', page: '500' }, /processes_by_group/],
  ['a page in the middle', 'OWNER', { page: far }, /processes_newest/],
  ['a page near the end', 'OWNER', { page: '1499' }, /processes_newest/],
  ['a stage of a role', 'REVIEWER', {}, /processes_by_group/],
  ['a stage of a role, in the middle', 'REVIEWER', { page: '500' }, /processes_by_group/],
  ['a state that only old processes have', 'OWNER', { filters: { priority: 'HIGH' } }, /processes_by_group/],
  ['a rare state', 'OWNER', { filters: { state: 'REJECTED' } }, /processes_by_group/],
  ['a field', 'OWNER', { filters: { 'fields.amount': 77 } }, /processes_field_eq_amount/],
  ['a row filter', 'ASSIGNEE', {}, /processes_field_eq_assignee/],
  [
    'a frequent value, in the middle',
    'OWNER',
    { filters: { 'fields.assignee': 'somebody' }, page: far },
    /processes_field_eq_assignee/,
  ],
  ['values of a field', 'OWNER', { filters: { 'fields.amount': [77, 78, 79] } }, /Merge Append/],
  [
    'values of a field, in the middle',
    'OWNER',
    { filters: { 'fields.assignee': ['somebody', 'nobody', null] }, page: far },
    /Merge Append/,
  ],
  [
    'values of a field or a state, in the middle',
    'OWNER',
    { filters: { or: [{ 'fields.assignee': ['somebody', 'nobody'] }, { state: 'REJECTED' }] }, page: far },
    /Merge Append/,
  ],
  [
    'values of a field in a state, in the middle',
    'OWNER',
    { filters: { 'fields.assignee': ['somebody', 'nobody'], priority: 'HIGH' }, page: '200' },
    /Merge Append/,
  ],
  ['sorting by a number', 'OWNER', { sort: 'fields.amount' }, /processes_field_order_amount/],
  ['sorting by a number, descending', 'OWNER', { sort: '-fields.amount' }, /processes_field_order_amount/],
  [
    'sorting by what few have',
    'OWNER',
    { sort: '-fields.discount' },
    /Index Scan Backward using processes_field_order_discount/,
  ],
  ['from the last that has it on', 'OWNER', { sort: 'fields.discount', page: '6' }, /processes_field_order_discount/],
  ['among those without it', 'OWNER', { sort: '-fields.discount', page: '20' }, /processes_field_order_discount/],
  ['sorting by a text', 'OWNER', { sort: 'fields.supplier' }, /processes_field_order_supplier/],
  ['sorting by a text, descending', 'OWNER', { sort: '-fields.supplier,state' }, /processes_field_order_supplier/],
];

describe('[D4] [D18] a page touches few processes, and neither reads nor sorts them all', () => {
  test.each(cases)('%s', async (_name, who, asked, index) => {
    // Totals of what counters cannot answer count; their plans are below.
    const { text, touched } = await run(who, asked);
    expect(text).toMatch(index);
    expect(text).not.toContain('Seq Scan on processes');
    expect(touched).toBeLessThan(1200);
  });
});

test.each(['fields.discount', '-fields.discount', '-fields.discount,fields.amount', 'fields.supplier,-state'])(
  '[D4] pages sorted by %s have every process once, those without a value last',
  async (sort) => {
    const { subProjectId, deps, db } = fixture;
    const { subProject, access } = await enter(
      deps.subProjects,
      fixture.caller('OWNER'),
      subProjectId,
      operations.getProcess,
    );
    const found: (readonly [string, number])[] = [];
    for (const page of [1, 2, 3, 4, 5, 6, 7]) {
      const { processes } = await listProcesses(
        db,
        planOf(subProject, access, { filters: {}, sort, page: String(page) }),
      );
      found.push(...processes.map(({ id, fields }) => [id, Number(fields.discount ?? -1)] as const));
    }
    expect(new Set(found.map(([id]) => id)).size).toBe(70);
    if (!sort.includes('discount')) return;
    const values = found.map(([, value]) => value);
    const sign = sort.startsWith('-') ? -1 : 1;
    expect(values).toEqual([
      ...values.slice(0, 60).toSorted((a, b) => sign * (a - b)),
      ...Array.from({ length: 10 }, () => -1),
    ]);
  },
);

test.each([
  ['-fields.discount', false],
  ['-fields.discount,state', true],
  ['fields.amount,-createdTs', true],
])(
  '[D15] whether a page sorted by %s may take only so long, as those of one value may be all: %s',
  async (sort, isBounded) => {
    const { subProjectId, deps } = fixture;
    const caller = fixture.caller('OWNER');
    const { subProject, access } = await enter(deps.subProjects, caller, subProjectId, operations.getProcess);
    expect(planOf(subProject, access, { filters: {}, sort }).mayScan).toBe(isBounded);
  },
);

describe('[D18] what counters cannot answer is found by an index', () => {
  test.each([
    ['a range of numbers', { 'fields.amount': { gt: 14_900 } }, /processes_field_order_amount/],
    ['a range of texts', { 'fields.supplier': { lt: 'Supplier 01' } }, /processes_field_order_supplier/],
    ['the start of a text', { 'fields.supplier': { startsWith: 'Supplier abc' } }, /processes_field_order_supplier/],
    ['a part of a text', { 'fields.supplier': { contains: 'abcde' } }, /processes_field_parts_supplier/],
    ['two fields', { 'fields.amount': 77, 'fields.assignee': 'somebody' }, /processes_field_eq_amount/],
  ])('%s', async (_name, filters, index) => {
    const { text } = await run('OWNER', { filters });
    expect(text).toMatch(index);
    expect(text).not.toContain('Seq Scan on processes');
  });
});

test('[D5] what excluded values stand for is made once, not for every row that is walked over', async () => {
  const { text } = await run('OWNER', { filters: { state: 'INIT', 'fields.supplier': { nin: ['one', 'two'] } } });
  expect(text).toContain('<> ALL');
  expect(text).not.toContain('process_facet');
});

test('[D15] counting takes only so long, and the answer says which field to index', async () => {
  const { subProjectId, deps, db } = fixture;
  const { subProject, access } = await enter(
    deps.subProjects,
    fixture.caller('OWNER'),
    subProjectId,
    operations.getProcess,
  );
  const plan = planOf(subProject, access, {
    filters: { 'fields.notes': { contains: 'x' }, 'fields.amount': 3 },
  });
  await expect(
    listProcesses(db, { ...plan, where: sql`p.sub_project_id = ${subProjectId} and pg_sleep(0.01) is null` }, 50),
  ).rejects.toMatchObject({
    id: 1232,
    status: 400,
    detail: expect.stringContaining('Declare fields.notes with x-indexed: true'),
  });
});

test('[D9] what counters answer and takes as long as a statement may, as before they are there, is to be tried again', async () => {
  const { subProjectId, deps, db, url } = fixture;
  const { subProject, access } = await enter(
    deps.subProjects,
    fixture.caller('OWNER'),
    subProjectId,
    operations.getProcess,
  );
  const plan = planOf(subProject, access, { filters: { state: 'INIT' } });
  const hasty = connect({ url, maxConnections: 1, applicationName: 'hasty', statementTimeoutMs: 200, log: quietLog });
  try {
    await transaction(db, async (tx) => {
      await tx.script('lock table processes in access exclusive mode');
      await expect(listProcesses(hasty, plan)).rejects.toMatchObject({ id: 1010, status: 503 });
    });
    expect((await listProcesses(hasty, { ...plan, mayScan: false })).total).toBe(14985);
  } finally {
    await hasty.close();
  }
});
