import { operations } from '@millrace/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../postgres/sql.js';
import { enter } from '../sub-projects/enter.js';
import type { SubProject } from '../sub-projects/sub-project.js';
import { syncFieldIndexes } from './field-indexes.js';
import { processListQuery } from './process-list-query.js';
import { createProcessFixture, invoices, type ProcessFixture } from './testing/process-fixture.js';

const indexed = Object.fromEntries(
  Object.entries({ ...invoices.fields, "it's": { type: 'boolean' } }).map(([name, schema]) => [
    name,
    { ...schema, 'x-indexed': ['supplier', 'amount', 'assignee', "it's"].includes(name) },
  ]),
);

let fixture: ProcessFixture;
let subProject: SubProject;
beforeAll(async () => {
  fixture = await createProcessFixture({ ...invoices, fields: indexed });
  subProject = await fixture.deps.subProjects.load(fixture.subProjectId);
  await fixture.db`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
    select gen_random_uuid(), ${fixture.subProjectId}, 'INIT', 'LOW', 'stage_init',
      jsonb_build_object('supplier', 's' || n, 'amount', n, 'assignee', 'u' || n % 100), now(), now()
    from generate_series(1, 5000) n`;
});
afterAll(() => fixture.drop());

async function planOf(who: string, filters: Readonly<Record<string, unknown>>): Promise<string> {
  const { subProjectId, deps } = fixture;
  const { access } = await enter(deps.subProjects, fixture.caller(who), subProjectId, operations.getProcess);
  const { where } = processListQuery(subProject, access, { filters });
  const rows = await fixture.db.run<{ 'QUERY PLAN': string }>(
    sql`explain (costs off) select count(*) from processes p where ${where}`,
  );
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

test('[D18] x-indexed makes an index, once, that filters and row filters use', async () => {
  const { created, dropped } = await syncFieldIndexes(fixture.db, subProject);
  expect([created.length, dropped.length]).toEqual([4, 0]);
  expect(await syncFieldIndexes(fixture.db, subProject)).toEqual({ created: [], dropped: [] });
  await fixture.db.script('analyze processes');
  for (const filters of [
    { 'fields.supplier': 's77' },
    { 'fields.supplier': ['s77', 's78'] },
    { 'fields.amount': 77 },
    { 'fields.amount': { gt: 4990 } },
  ]) {
    expect(await planOf('OWNER', filters)).toContain('processes_field_');
  }
  expect(await planOf('ASSIGNEE', {})).toContain('processes_field_');
  expect(await planOf('OWNER', { 'fields.notes': 'x' })).not.toContain('processes_field_');
});

test('[D18] an index never refuses a value, however long', async () => {
  const supplier = Array.from({ length: 20_000 }, (_, index) => String.fromCodePoint(0x4e00 + (index % 20_000))).join(
    '',
  );
  const id = await fixture.create({ supplier });
  expect(await fixture.db`select id from processes where fields ->> 'supplier' = ${supplier}`).toEqual(
    expect.arrayContaining([{ id }]),
  );
});

test('[D18] what is no longer asked for is dropped, and what was interrupted is built again', async () => {
  const name = (
    await fixture.db<{ name: string }>`
    select indexname as name from pg_indexes where starts_with(indexname, 'processes_field_') order by 1 limit 1`
  )[0]?.name;
  await fixture.db`update pg_index set indisvalid = false where indexrelid = ${name ?? ''}::regclass`;
  expect(await syncFieldIndexes(fixture.db, subProject)).toEqual({ created: [name], dropped: [name] });
  const bare = { ...subProject, fields: new Map() };
  expect((await syncFieldIndexes(fixture.db, bare)).dropped).toHaveLength(4);
});

test('two servers do not build at the same time', async () => {
  const reports = await Promise.all([1, 2, 3].map(() => syncFieldIndexes(fixture.db, subProject)));
  expect(reports.map(({ created }) => created.length).sort()).toEqual([0, 0, 4]);
});
