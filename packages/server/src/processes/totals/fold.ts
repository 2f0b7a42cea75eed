import { type Fragment, sql } from '../../postgres/sql.js';
import type { Transaction } from '../../postgres/transaction.js';
import { addChains } from './build.js';
import { FREQUENT, sameGroup } from './chain.js';
import { findUsableFields } from './usable-fields.js';

/**
 * Moves every delta the transaction sees into the counters. The transaction must read one snapshot throughout
 * (repeatable read): then the deltas that are added are those that are deleted. Grows with the deltas.
 *
 * @returns how many
 */
export async function foldDeltas(tx: Transaction, subProjectId: string): Promise<number> {
  const spread = spreadOf(subProjectId);
  await addGroups(tx, subProjectId);
  const risen = await findRisen(tx, subProjectId, spread);
  await tx`
    with summed as (
      select c.id, sum(s.change) as change from ${spread} s
      join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
      group by c.id having sum(s.change) <> 0
    )
    update process_chains c set total = c.total + summed.change from summed where c.id = summed.id`;
  await tx`
    insert into process_chain_counts (chain_id, group_id, count)
    select c.id, g.id, sum(s.change) from ${spread} s
    join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
    join process_groups g on ${sameGroup(sql`s`)}
    group by c.id, g.id having sum(s.change) <> 0
    on conflict (chain_id, group_id) do update set count = process_chain_counts.count + excluded.count`;
  await addToBlocks(tx, spread);
  await forgetRare(tx, subProjectId, spread);
  // Counted from the processes, deltas included, so after the deltas were added to the others.
  for (const [field, facets] of risen) await addChains(tx, subProjectId, field, facets);
  const { count } = await tx`delete from process_deltas where sub_project_id = ${subProjectId}`;
  return count;
}

/** One row per delta and chain it may count in. Fields that are not ready are counted when they are built. */
const spreadOf = (subProjectId: string): Fragment => sql`(
  select '' as field, '' as facet, d.* from process_deltas d where d.sub_project_id = ${subProjectId}
  union all
  select f.key, f.value, d.* from process_deltas d
  cross join lateral jsonb_each_text(d.facets) f
  join process_counted_fields c on c.sub_project_id = d.sub_project_id and c.field = f.key and c.ready
  where d.sub_project_id = ${subProjectId})`;

async function addGroups(tx: Transaction, subProjectId: string): Promise<void> {
  await tx`
    insert into process_groups (sub_project_id, state, priority, stage_key)
    select distinct d.sub_project_id, d.state, d.priority, d.stage_key from process_deltas d
    where d.sub_project_id = ${subProjectId}
      and not exists (select from process_groups g where ${sameGroup(sql`d`)})`;
}

/** Each delta counts in the block it lies in and in that one's parent. */
async function addToBlocks(tx: Transaction, spread: Fragment): Promise<void> {
  await tx`
    with located as (
      select s.change, g.id as group_id, top.id as top_id, inner_block.id as inner_id
      from ${spread} s
      join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
      join process_groups g on ${sameGroup(sql`s`)}
      cross join lateral (
        select b.id from process_blocks b
        where b.chain_id = c.id and b.parent_id is null and (b.start_ts, b.start_id) <= (s.created_ts, s.process_id)
        order by b.start_ts desc, b.start_id desc limit 1
      ) top
      cross join lateral (
        select b.id from process_blocks b
        where b.parent_id = top.id and (b.start_ts, b.start_id) <= (s.created_ts, s.process_id)
        order by b.start_ts desc, b.start_id desc limit 1
      ) inner_block
    ), summed as (
      select block_id, group_id, sum(change) as change
      from (select top_id as block_id, group_id, change from located
        union all select inner_id, group_id, change from located) each_level
      group by block_id, group_id having sum(change) <> 0
    ), added as (
      insert into process_block_counts (block_id, group_id, count)
      select block_id, group_id, change from summed
      on conflict (block_id, group_id) do update set count = process_block_counts.count + excluded.count
    )
    update process_blocks b set total = b.total + per_block.change
    from (select block_id, sum(change) as change from summed group by block_id) per_block
    where b.id = per_block.block_id and per_block.change <> 0`;
}

/** Values of fields that more processes have now and that have no chain, by field. */
async function findRisen(
  tx: Transaction,
  subProjectId: string,
  spread: Fragment,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await tx<{ field: string; facets: readonly string[] }>`
    select s.field, array_agg(s.facet) as facets from (
      select s.field, s.facet from ${spread} s where s.field <> '' group by 1, 2 having sum(s.change) > 0) s
    where not exists (select from process_chains c
      where c.sub_project_id = ${subProjectId} and c.field = s.field and c.facet = s.facet)
    group by s.field`;
  const usable = new Set(await findUsableFields(tx, subProjectId));
  return new Map(rows.filter(({ field }) => usable.has(field)).map(({ field, facets }) => [field, facets]));
}

/** Values that have become rare are counted through the index again; the sub-project's own chain stays. */
async function forgetRare(tx: Transaction, subProjectId: string, spread: Fragment): Promise<void> {
  await tx`
    delete from process_chains c using (select distinct field, facet from ${spread} x where field <> '') s
    where c.sub_project_id = ${subProjectId} and c.field = s.field and c.facet = s.facet
      and c.total < ${FREQUENT / 2}`;
}
