import type { Transaction } from '../../../postgres/database.js';
import { FAN_OUT } from './chain.js';

/**
 * Cuts those of the blocks that have more than twice as many under them as they should, then those above them that have
 * become too wide by it, up to a new root. The counters of the blocks under them must be right.
 *
 * @param ids of level 1
 */
export async function cutParents(tx: Transaction, subProjectId: string, ids: readonly number[]): Promise<void> {
  let level = new Set(ids);
  while (level.size > 0) {
    const above = new Set<number>();
    for (const id of level) {
      const parentId = await cutParent(tx, subProjectId, id);
      if (parentId !== undefined) above.add(parentId);
    }
    level = above;
  }
}

/** The block above one that was cut. */
async function cutParent(tx: Transaction, subProjectId: string, id: number): Promise<number | undefined> {
  const [row] = await tx<{ count: number; parentId: number | null }>`
    select (select count(*) from process_tree_blocks b
        where b.sub_project_id = ${subProjectId} and b.parent_id = ${id}) as count, parent_id as "parentId"
    from process_tree_blocks where sub_project_id = ${subProjectId} and id = ${id}`;
  if (row === undefined || row.count <= 2 * FAN_OUT) return undefined;
  const parentId = row.parentId ?? (await addRoot(tx, subProjectId, id));
  // The first ones keep their parent, the others get new ones.
  const made = await tx<{ id: number }>`
    with numbered as materialized (
      select b.id, b.chain_id, b.level, b.start_ts, b.start_id,
        row_number() over (order by b.start_ts, b.start_id) - 1 as place
      from process_tree_blocks b where b.sub_project_id = ${subProjectId} and b.parent_id = ${id}
    ), parents as (
      insert into process_tree_blocks (sub_project_id, chain_id, parent_id, level, start_ts, start_id, total)
      select ${subProjectId}, chain_id, ${parentId}::bigint, level + 1, start_ts, start_id, 0 from numbered
      where place > 0 and place % ${FAN_OUT} = 0
      returning id, start_ts, start_id
    ), moved as (
      update process_tree_blocks b set parent_id = parents.id
      from numbered
      join numbered first on first.place = numbered.place - numbered.place % ${FAN_OUT}
      join parents on parents.start_ts = first.start_ts and parents.start_id = first.start_id
      where b.sub_project_id = ${subProjectId} and b.id = numbered.id
    )
    select id from parents`;
  await countAnew(tx, subProjectId, [id, ...made.map((parent) => parent.id)]);
  return parentId;
}

/** A root above the old one, with its counts. */
async function addRoot(tx: Transaction, subProjectId: string, id: number): Promise<number> {
  // A chain has one root, so the old one gets its parent before that is there.
  const [root] = await tx<{ id: number }>`
    with reserved as (select nextval(pg_get_serial_sequence('process_tree_blocks', 'id')) as id)
    update process_tree_blocks b set parent_id = reserved.id from reserved
    where b.sub_project_id = ${subProjectId} and b.id = ${id} returning b.parent_id as id`;
  if (root === undefined) throw new Error(`the block ${id} vanished while it was cut`);
  await tx`
    insert into process_tree_blocks (sub_project_id, id, chain_id, parent_id, level, start_ts, start_id, total)
      overriding system value
    select sub_project_id, ${root.id}::bigint, chain_id, null, level + 1, start_ts, start_id, total
    from process_tree_blocks where sub_project_id = ${subProjectId} and id = ${id}`;
  await tx`
    insert into process_tree_counts (sub_project_id, block_id, counts)
    select sub_project_id, ${root.id}::bigint, counts from process_tree_counts
    where sub_project_id = ${subProjectId} and block_id = ${id}`;
  return root.id;
}

/** The counters of these blocks as the sums of those under them. */
async function countAnew(tx: Transaction, subProjectId: string, ids: readonly number[]): Promise<void> {
  await tx`
    delete from process_tree_counts where sub_project_id = ${subProjectId} and block_id = any(${ids}::bigint[])`;
  await tx`
    update process_tree_blocks b set total = summed.total
    from (select parent_id, sum(total) as total from process_tree_blocks
      where sub_project_id = ${subProjectId} and parent_id = any(${ids}::bigint[]) group by 1) summed
    where b.sub_project_id = ${subProjectId} and b.id = summed.parent_id`;
  await tx`
    insert into process_tree_counts (sub_project_id, block_id, counts)
    select ${subProjectId}, per_group.id, array_agg(per_group.count order by per_group.position)
    from (
      select b.parent_id as id, each_group.position, sum(each_group.count)::integer as count
      from process_tree_blocks b
      join process_tree_counts n on n.sub_project_id = b.sub_project_id and n.block_id = b.id
      cross join lateral unnest(n.counts) with ordinality each_group (count, position)
      where b.sub_project_id = ${subProjectId} and b.parent_id = any(${ids}::bigint[])
      group by 1, 2
    ) per_group
    group by per_group.id`;
}
