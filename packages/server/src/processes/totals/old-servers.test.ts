import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../kernel/identifiers.js';
import { quietLog } from '../../testing/quiet-log.js';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.js';
import { createTotalsKeeper } from './keep-totals.js';

// What servers of schema version 6 ask for while they run beside newer ones.

let database: TestDatabase;
const subProjectId = newId();
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  await db`insert into sub_projects (id, name, created_ts) values (${subProjectId}, 'Old', now())`;
  await db`
    insert into processes (id, sub_project_id, state, priority, stage_key, fields, created_ts, updated_ts)
    select gen_random_uuid(), ${subProjectId}, 'INIT', 'LOW', 'one', '{}', now(), now() from generate_series(1, 3000)`;
  await createTotalsKeeper({ db, log: quietLog }).keep();
  expect(await db`select from process_tree_blocks where level = 0`).toHaveLength(12);
});
afterAll(() => database.drop());

test('[D55] an old server that looks for a far page finds no blocks, so it walks', async () => {
  const tops = await database.db`
    select b.id, b.start_ts as ts, b.start_id as pid, b.total,
      (select coalesce(sum(n.count), 0) from process_block_counts n
        where n.block_id = b.id and n.group_id = any((select array_agg(g.id) from process_groups g)::integer[])) as n
    from process_chains c join process_blocks b on b.chain_id = c.id and b.parent_id is null
    where c.sub_project_id = ${subProjectId}`;
  expect(tops).toEqual([]);
});

test('[D4] an old server cannot fold: trees would not have what it folded', async () => {
  const addToBlocks = database.db`
    insert into process_block_counts (block_id, group_id, count)
    select b.id, g.id, 1 from process_blocks b, process_groups g
    on conflict (block_id, group_id) do update set count = process_block_counts.count + excluded.count`;
  await expect(addToBlocks).rejects.toThrow(/process_block_counts|ON CONFLICT/);
  const addFirstBlocks = database.db`
    insert into process_blocks (chain_id, parent_id, start_ts, start_id, total)
    select id, null, '-infinity', ${newId()}, total from process_chains`;
  await expect(addFirstBlocks).rejects.toThrow('process_blocks');
});
