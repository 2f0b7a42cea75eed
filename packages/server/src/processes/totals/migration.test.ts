import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { sql } from '../../postgres/database.js';
import { migrate } from '../../postgres/migration/migrate.js';
import { MIGRATIONS_FOLDER } from '../../postgres/migration/migration-files.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { countableOf } from '../records/totals/countable.js';
import { totalOf } from '../records/totals/total.js';
import { createTotalsKeeper } from './keep-totals.js';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  for (const name of await readdir(MIGRATIONS_FOLDER)) {
    if (name < '0004') await cp(join(MIGRATIONS_FOLDER, name), join(folder, name));
  }
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await database.drop();
});

test('[D4] a database from before the counters has exact totals at once, and counters in the background', async () => {
  const { db } = database;
  await migrate(db, quietLog, `${folder}/`);
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Old', now())`;
  const insert = (count: number) => db`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
    select gen_random_uuid(), ${subProjectId}, case when n % 3 = 0 then 'DONE' else 'INIT' end, 'LOW', 'one', '{}', now(), now()
    from generate_series(1, ${count}::integer) n`;
  await insert(3000);
  const { pending } = await migrate(db, quietLog);
  expect(pending.map(({ number }) => number)).toContain(4);

  const total = async (state?: string) => {
    const filters =
      state === undefined ? [] : [{ kind: 'condition', key: 'state', operator: 'eq', value: state } as const];
    const countable = countableOf([{ filter: { kind: 'and', filters }, counted: () => false }]);
    const where = state === undefined ? sql`true` : sql`p.state = ${state}`;
    const [row] = await db.run<{ total: number }>(totalOf({ subProjectId, countable, where }));
    return row?.total;
  };
  expect([await total(), await total('DONE')]).toEqual([3000, 1000]);
  await insert(30);
  await db`update processes set state = 'DONE' where id = (select id from processes where state = 'INIT' limit 1)`;
  expect([await total(), await total('DONE')]).toEqual([3030, 1011]);
  await createTotalsKeeper({ db, log: quietLog }).keep();
  expect(await db`select total from process_chains`).toEqual([{ total: 3030 }]);
  expect([await total(), await total('DONE')]).toEqual([3030, 1011]);
  await db`delete from processes where state = 'DONE'`;
  expect([await total(), await total('DONE')]).toEqual([2019, 0]);
  await db.script('truncate processes cascade');
  expect([await total(), await total('DONE')]).toEqual([0, 0]);
});

test('the migration builds no index while it holds a lock on a big table', async () => {
  const { db } = database;
  const other = await createTestDatabase({ empty: true });
  try {
    await migrate(other.db, quietLog, `${folder}/`);
    await other.db`insert into sub_projects (id, name, created_ts) values (${newId()}, 'Old', now())`;
    await other.db`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), (select id from sub_projects), 'INIT', 'LOW', 'one', '{}', now(), now()
      from generate_series(1, 50001) n`;
    await migrate(other.db, quietLog);
    expect(await other.db`select indexname from pg_indexes where indexname = 'processes_by_group'`).toEqual([]);
  } finally {
    await other.drop();
  }
  expect(await db`select indexname from pg_indexes where indexname = 'processes_by_group'`).toHaveLength(1);
});

test('[D4] counters of the schema before trees stay right, and blocks are built again in the background', async () => {
  const before = await mkdtemp(join(tmpdir(), 'millrace-migrations-'));
  const other = await createTestDatabase({ empty: true });
  try {
    for (const name of await readdir(MIGRATIONS_FOLDER)) {
      if (name < '0007') await cp(join(MIGRATIONS_FOLDER, name), join(before, name));
    }
    await migrate(other.db, quietLog, `${before}/`);
    const subProjectId = newId();
    await other.db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Old', now())`;
    await other.db`
      insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
      select gen_random_uuid(), ${subProjectId}, case when n % 3 = 0 then 'DONE' else 'INIT' end, 'LOW', 'one', '{}', now(), now()
      from generate_series(1, 3000) n`;
    // What the folder of that version left: one chain, two groups, one block under one parent, and nothing to fold.
    await other.db.script(`delete from process_deltas;
      insert into process_groups (sub_project_id, state, priority, stage_key)
        select distinct sub_project_id, state, priority, stage_key from processes;
      insert into process_chains (sub_project_id, field, facet, total) select id, '', '', 3000 from sub_projects;
      insert into process_chain_counts select c.id, g.id, case g.state when 'DONE' then 1000 else 2000 end
        from process_chains c, process_groups g;
      insert into process_blocks (chain_id, parent_id, start_ts, start_id, total)
        select id, null, '-infinity', '00000000-0000-0000-0000-000000000000', 3000 from process_chains;
      insert into process_blocks (chain_id, parent_id, start_ts, start_id, total)
        select chain_id, id, start_ts, start_id, total from process_blocks;
      insert into process_block_counts select b.id, n.group_id, n.count from process_blocks b, process_chain_counts n`);
    await migrate(other.db, quietLog);
    const total = async () => {
      const condition = { kind: 'condition', key: 'state', operator: 'eq', value: 'DONE' } as const;
      const countable = countableOf([{ filter: condition, counted: () => false }]);
      const [row] = await other.db.run(totalOf({ subProjectId, countable, where: sql`p.state = 'DONE'` }));
      return row;
    };
    expect(await total()).toMatchObject({ total: 1000, pending: 0 });
    expect(await other.db`select position from process_groups order by 1`).toEqual([{ position: 1 }, { position: 2 }]);
    await createTotalsKeeper({ db: other.db, log: quietLog }).keep();
    const [counted] = await other.db`
      select count(*) as blocks, sum(total) as sum, count(n.counts) as counts from process_tree_blocks b
      join process_tree_counts n on n.block_id = b.id where level = 0`;
    expect(counted).toEqual({ blocks: 12, sum: '3000', counts: 12 });
    expect(await total()).toMatchObject({ total: 1000, pending: 0 });
  } finally {
    await rm(before, { recursive: true });
    await other.drop();
  }
});
