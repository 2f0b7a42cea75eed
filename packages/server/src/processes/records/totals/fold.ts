import { type Fragment, sql, type Transaction } from '../../../postgres/database.js';
import { addChains } from './build.js';
import { BLOCK, FREQUENT } from './chain.js';
import { addGroups, sameGroup } from './groups.js';
import { findUsableFields } from './usable-fields.js';

/**
 * Moves every delta the transaction sees into the counters. The transaction must read one snapshot throughout
 * (repeatable read): then the deltas that are added are those that are deleted. Grows with the deltas.
 *
 * @returns the blocks that are to be cut
 */
export async function foldDeltas(tx: Transaction, subProjectId: string): Promise<readonly number[]> {
  const spread = spreadOf(subProjectId);
  await addGroups(
    tx,
    subProjectId,
    sql`(select d.state, d.priority, d.stage_key from process_deltas d where d.sub_project_id = ${subProjectId})`,
  );
  const newlyFrequent = await findNewlyFrequent(tx, subProjectId, spread);
  await tx`
    with summed as (
      select c.id, sum(s.change) as change from ${spread} s
      join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
      group by c.id having sum(s.change) <> 0
    )
    update process_chains c set total = c.total + summed.change from summed
    where c.sub_project_id = ${subProjectId} and c.id = summed.id`;
  await tx`
    insert into process_chain_counts (sub_project_id, chain_id, group_position, count)
    select c.sub_project_id, c.id, g.position, sum(s.change) from ${spread} s
    join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
    join process_groups g on ${sameGroup(sql`s`)}
    group by c.sub_project_id, c.id, g.position having sum(s.change) <> 0
    on conflict (sub_project_id, chain_id, group_position) do update set count = process_chain_counts.count + excluded.count`;
  const long = await addToBlocks(tx, subProjectId, spread);
  await forgetRare(tx, subProjectId, spread);
  // Counted from the processes, deltas included, so after the deltas were added to the others.
  for (const [field, facets] of newlyFrequent) await addChains(tx, subProjectId, field, facets);
  await tx`delete from process_deltas where sub_project_id = ${subProjectId}`;
  return long;
}

/** One row per delta and chain it may count in. Fields that are not ready are counted when they are built. */
const spreadOf = (subProjectId: string): Fragment => sql`(
  select '' as field, '' as facet, d.* from process_deltas d where d.sub_project_id = ${subProjectId}
  union all
  select f.key, f.value, d.* from process_deltas d
  cross join lateral jsonb_each_text(d.facets) f
  join process_counted_fields c on c.sub_project_id = d.sub_project_id and c.field = f.key and c.ready
  where d.sub_project_id = ${subProjectId})`;

/** Adds each delta to the block it lies in and to all blocks above that one. */
async function addToBlocks(tx: Transaction, subProjectId: string, spread: Fragment): Promise<readonly number[]> {
  const grown = await tx<{ id: number }>`
    with recursive located as (
      select s.change, s.created_ts, s.process_id, g.position, b.id, b.level
      from ${spread} s
      join process_chains c on c.sub_project_id = s.sub_project_id and c.field = s.field and c.facet = s.facet
      join process_groups g on ${sameGroup(sql`s`)}
      join process_tree_blocks b on b.sub_project_id = c.sub_project_id and b.chain_id = c.id and b.parent_id is null
      union all
      select l.change, l.created_ts, l.process_id, l.position, child.id, child.level
      from located l
      cross join lateral (
        select b.id, b.level from process_tree_blocks b
        where b.sub_project_id = ${subProjectId} and b.parent_id = l.id
          and (b.start_ts, b.start_id) <= (l.created_ts, l.process_id)
        order by b.start_ts desc, b.start_id desc limit 1
      ) child
      where l.level > 0
    ), changed as (
      select id, sum(change) as change, array_agg(position) as positions, array_agg(change) as changes
      from (select id, position, sum(change)::integer as change from located
        group by id, position having sum(change) <> 0) each_group
      group by id
    ), counted as (
      update process_tree_counts n set counts = process_counts_changed(n.counts, changed.positions, changed.changes)
      from changed where n.sub_project_id = ${subProjectId} and n.block_id = changed.id
    ), grown as (
      update process_tree_blocks b set total = b.total + changed.change
      from changed where b.sub_project_id = ${subProjectId} and b.id = changed.id and changed.change <> 0
      returning b.id, b.level, b.total
    )
    select id from grown where level = 0 and total > ${2 * BLOCK}`;
  return grown.map(({ id }) => id);
}

/** Values of fields, by field, that more processes have now and that have no chain: they may have become frequent. */
async function findNewlyFrequent(
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
