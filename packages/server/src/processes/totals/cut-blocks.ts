import { type Fragment, sql } from '../../postgres/sql.js';
import type { Transaction } from '../../postgres/transaction.js';
import { BLOCK, type Chain, FAN_OUT, rowsOf, sameGroup } from './chain.js';

interface LongBlock extends Chain {
  readonly blockId: number;
  readonly parentId: number;
}

/**
 * Cuts the blocks of a sub-project that have grown to twice their size, and then the parents with twice as many blocks
 * as they should have. Every delta the transaction sees must have been folded in it: the processes it sees are then
 * exactly what the counters say, so a block may be counted from them. Reads each process of a long block twice, which is
 * four times in the life of a process.
 *
 * @param fields of the chains that may be cut, the empty name for the sub-project's own
 */
export async function cutBlocks(tx: Transaction, subProjectId: string, fields: readonly string[]): Promise<void> {
  const long = await tx<LongBlock>`
    select c.id, c.sub_project_id as "subProjectId", c.field, c.facet, b.id as "blockId", b.parent_id as "parentId"
    from process_chains c join process_blocks b on b.chain_id = c.id
    where c.sub_project_id = ${subProjectId} and c.field = any(${fields}::text[]) and c.total > ${2 * BLOCK}
      and b.parent_id is not null and b.total > ${2 * BLOCK}`;
  for (const block of long) await cutBlock(tx, block);
  for (const parentId of new Set(long.map((block) => block.parentId))) await cutParent(tx, parentId);
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
    insert into process_blocks (chain_id, parent_id, start_ts, start_id, total)
    select ${block.id}, ${block.parentId}, numbered.created_ts, numbered.id, 0 from (${rows}) numbered
    where numbered.place > 0 and numbered.place % ${BLOCK} = 0`;
  await tx`delete from process_block_counts where block_id = ${block.blockId}`;
  await tx`
    with pieces as (
      select b.id, row_number() over (order by b.start_ts, b.start_id) - 1 as piece from process_blocks b
      where b.parent_id = ${block.parentId} and ${within(sql`b.start_ts, b.start_id`)}
    ), counted as (
      select pieces.id, g.id as group_id, count(*) as count
      from (${rows}) numbered
      join pieces on pieces.piece = numbered.place / ${BLOCK}
      join process_groups g on ${sameGroup(sql`numbered`)}
      group by 1, 2
    ), totals as (
      update process_blocks b set total = summed.count
      from (select id, sum(count) as count from counted group by id) summed where b.id = summed.id
    )
    insert into process_block_counts (block_id, group_id, count) select id, group_id, count from counted`;
}

/** Timestamps as text: the first block begins at -infinity, the last one ends at infinity. */
interface Bounds {
  readonly startTs: string;
  readonly startId: string;
  readonly endTs: string;
  readonly endId: string;
}

/** A block ends where the next one begins; the last one of a parent where the next parent begins. */
async function boundsOf(tx: Transaction, block: LongBlock): Promise<Bounds> {
  const [row] = await tx<Bounds>`
    select b.start_ts::text as "startTs", b.start_id as "startId",
      coalesce(inner_next.start_ts, top_next.start_ts, 'infinity')::text as "endTs",
      coalesce(inner_next.start_id, top_next.start_id, ${LAST}::uuid) as "endId"
    from process_blocks b
    left join lateral (
      select n.start_ts, n.start_id from process_blocks n
      where n.parent_id = b.parent_id and (n.start_ts, n.start_id) > (b.start_ts, b.start_id)
      order by n.start_ts, n.start_id limit 1
    ) inner_next on true
    left join lateral (
      select n.start_ts, n.start_id from process_blocks n
      where n.chain_id = b.chain_id and n.parent_id is null and (n.start_ts, n.start_id) > (b.start_ts, b.start_id)
      order by n.start_ts, n.start_id limit 1
    ) top_next on true
    where b.id = ${block.blockId}`;
  if (row === undefined) throw new Error(`the block ${block.blockId} vanished while it was cut`);
  return row;
}

/** Gives every hundred of a parent's blocks a parent of their own; the first hundred keep theirs. */
async function cutParent(tx: Transaction, parentId: number): Promise<void> {
  const [row] = await tx<{ count: number }>`
    select count(*) as count from process_blocks where parent_id = ${parentId}`;
  if (row === undefined || row.count <= 2 * FAN_OUT) return;
  await tx`
    with numbered as materialized (
      select b.id, b.chain_id, b.start_ts, b.start_id,
        (row_number() over (order by b.start_ts, b.start_id) - 1) / ${FAN_OUT} as piece,
        (row_number() over (order by b.start_ts, b.start_id) - 1) % ${FAN_OUT} as place
      from process_blocks b where b.parent_id = ${parentId}
    ), parents as (
      insert into process_blocks (chain_id, parent_id, start_ts, start_id, total)
      select chain_id, null, start_ts, start_id, 0 from numbered where place = 0 and piece > 0
      returning id, start_ts, start_id
    )
    update process_blocks b set parent_id = parents.id
    from numbered
    join numbered first on first.piece = numbered.piece and first.place = 0
    join parents on parents.start_ts = first.start_ts and parents.start_id = first.start_id
    where b.id = numbered.id`;
  // The new parents have no counts yet; the old one has those of all.
  const [chain] = await tx<{ id: number }>`select chain_id as id from process_blocks where id = ${parentId}`;
  if (chain === undefined) throw new Error(`the block ${parentId} vanished while it was cut`);
  await tx`delete from process_block_counts where block_id = ${parentId}`;
  await tx`
    with counted as (
      select parent.id, n.group_id, sum(n.count) as count
      from process_blocks parent
      join process_blocks b on b.parent_id = parent.id
      join process_block_counts n on n.block_id = b.id
      where parent.chain_id = ${chain.id} and parent.parent_id is null
        and (parent.id = ${parentId} or not exists (select from process_block_counts k where k.block_id = parent.id))
      group by 1, 2
    ), totals as (
      update process_blocks b set total = summed.count
      from (select id, sum(count) as count from counted group by id) summed where b.id = summed.id
    )
    insert into process_block_counts (block_id, group_id, count) select id, group_id, count from counted`;
}

/** Greater than every id. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
