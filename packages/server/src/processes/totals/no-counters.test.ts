import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { sql } from '../../postgres/database.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { countableOf } from '../records/totals/countable.js';
import { totalOf } from '../records/totals/total.js';
import { createTotalsKeeper } from './keep-totals.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('[D4] processes without counters have exact totals at once, and counters in the background', async () => {
  const { db } = database;
  const subProjectId = newId();
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Old', now())`;
  const insert = (count: number) => db`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
    select gen_random_uuid(), ${subProjectId}, case when n % 3 = 0 then 'DONE' else 'INIT' end, 'LOW', 'one', '{}', now(), now()
    from generate_series(1, ${count}::integer) n`;
  // As rows that were loaded past the triggers: nothing has noted them.
  await db.script('alter table processes disable trigger user');
  await insert(3000);
  await db.script('alter table processes enable trigger user');
  expect(await db`select 1 from process_deltas limit 1`).toEqual([]);

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
  const [counted] = await db`
    select count(*) as blocks, sum(total) as sum, count(n.counts) as counts from process_tree_blocks b
    join process_tree_counts n on n.sub_project_id = b.sub_project_id and n.block_id = b.id where level = 0`;
  expect(counted).toEqual({ blocks: 13, sum: '3030', counts: 13 });
  await db`delete from processes where state = 'DONE'`;
  expect([await total(), await total('DONE')]).toEqual([2019, 0]);
  await database.owner.script('truncate processes cascade');
  expect([await total(), await total('DONE')]).toEqual([0, 0]);
});
