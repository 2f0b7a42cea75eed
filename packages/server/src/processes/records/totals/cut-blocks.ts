import { LAST_ID } from '../../../kernel/identifiers.js';
import type { Transaction } from '../../../postgres/database.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { BLOCK, type Chain, rowsOf } from './chain.js';
import { cutParents } from './cut-parents.js';
import { sameGroup } from './groups.js';

interface LongBlock extends Chain {
  readonly blockId: number;
  readonly parentId: number;
}

/**
 * Cuts blocks that have grown to twice their size, and then the blocks above them that have too many under them. Every
 * delta the transaction sees must have been folded in it: the processes it sees are then exactly what the counters say,
 * so a block may be counted from them. Reads each process of a block twice, which is four times in the life of a
 * process.
 *
 * @param blockIds of level 0
 * @param fields of the chains that may be cut, the empty name for the sub-project's own
 */
export async function cutBlocks(
  tx: Transaction,
  subProjectId: string,
  blockIds: readonly number[],
  fields: readonly string[],
): Promise<void> {
  if (blockIds.length === 0) return;
  const long = await tx<LongBlock>`
    select c.id, c.sub_project_id as "subProjectId", c.field, c.facet, b.id as "blockId", b.parent_id as "parentId"
    from process_tree_blocks b join process_chains c on c.sub_project_id = b.sub_project_id and c.id = b.chain_id
    where b.sub_project_id = ${subProjectId} and b.id = any(${blockIds}::bigint[]) and c.field = any(${fields}::text[])`;
  for (const block of long) await cutBlock(tx, block);
  await cutParents(
    tx,
    subProjectId,
    long.map((block) => block.parentId),
  );
}

async function cutBlock(tx: Transaction, block: LongBlock): Promise<void> {
  const { startTs, startId, endTs, endId } = await boundsOf(tx, block);
  // Values, not columns of a join, so that the rows come in the order of the index and are not sorted.
  const within = (row: Fragment) => sql`
    (${row}) >= (${startTs}::timestamptz, ${startId}::uuid) and (${row}) < (${endTs}::timestamptz, ${endId}::uuid)`;
  const rows = sql`
    select row_number() over (order by p.created_ts, p.id) - 1 as place, p.created_ts, p.id, p.sub_project_id, p.state,
      p.priority, p.stage_key
    from processes p where ${rowsOf(block)} and ${within(sql`p.created_ts, p.id`)}`;
  await tx`
    insert into process_tree_blocks (sub_project_id, chain_id, parent_id, level, start_ts, start_id, total)
    select ${block.subProjectId}, ${block.id}, ${block.parentId}, 0, numbered.created_ts, numbered.id, 0 from (${rows}) numbered
    where numbered.place > 0 and numbered.place % ${BLOCK} = 0`;
  await tx`
    delete from process_tree_counts where sub_project_id = ${block.subProjectId} and block_id = ${block.blockId}`;
  await tx`
    with pieces as (
      select b.id, row_number() over (order by b.start_ts, b.start_id) - 1 as piece from process_tree_blocks b
      where b.sub_project_id = ${block.subProjectId} and b.parent_id = ${block.parentId}
        and ${within(sql`b.start_ts, b.start_id`)}
    ), counted as (
      select pieces.id, g.position, count(*)::integer as count
      from (${rows}) numbered
      join pieces on pieces.piece = numbered.place / ${BLOCK}
      join process_groups g on ${sameGroup(sql`numbered`)}
      group by 1, 2
    ), totals as (
      update process_tree_blocks b set total = summed.count
      from (select id, sum(count) as count from counted group by id) summed
      where b.sub_project_id = ${block.subProjectId} and b.id = summed.id
    )
    insert into process_tree_counts (sub_project_id, block_id, counts)
    select ${block.subProjectId}, id, process_counts_changed('{}', array_agg(position), array_agg(count)) from counted group by id`;
}

/** Timestamps as text: the first block begins at -infinity, the last one ends at infinity. */
interface Bounds {
  readonly startTs: string;
  readonly startId: string;
  readonly endTs: string;
  readonly endId: string;
}

/** A block ends where the next one begins: the next of its parent, else the next one of a parent above. */
async function boundsOf(tx: Transaction, block: LongBlock): Promise<Bounds> {
  const [row] = await tx<Bounds>`
    with recursive up as (
      select b.id, b.parent_id, b.level from process_tree_blocks b
      where b.sub_project_id = ${block.subProjectId} and b.id = ${block.blockId}
      union all
      select b.id, b.parent_id, b.level from up
      join process_tree_blocks b on b.sub_project_id = ${block.subProjectId} and b.id = up.parent_id
    ), next as (
      select n.start_ts, n.start_id from up
      cross join (select start_ts, start_id from process_tree_blocks
        where sub_project_id = ${block.subProjectId} and id = ${block.blockId}) self
      cross join lateral (
        select b.start_ts, b.start_id from process_tree_blocks b
        where b.sub_project_id = ${block.subProjectId} and b.parent_id = up.parent_id
          and (b.start_ts, b.start_id) > (self.start_ts, self.start_id)
        order by b.start_ts, b.start_id limit 1
      ) n
      order by up.level limit 1
    )
    select b.start_ts::text as "startTs", b.start_id as "startId",
      coalesce(next.start_ts, 'infinity')::text as "endTs", coalesce(next.start_id, ${LAST_ID}::uuid) as "endId"
    from process_tree_blocks b left join next on true
    where b.sub_project_id = ${block.subProjectId} and b.id = ${block.blockId}`;
  if (row === undefined) throw new Error(`the block ${block.blockId} vanished while it was cut`);
  return row;
}
