import { type Fragment, sql } from '../../postgres/sql.js';
import { facetOfValue, literal } from '../field-expressions.js';
import type { Countable } from './countable.js';

/** Whether blocks can find a place among the matches: those of one chain, by state, priority and stage. */
export const hasPlaces = (countable: Countable): boolean =>
  countable.field === undefined || countable.only !== undefined;

/**
 * Common table expressions that end in `place`: one row with the key `(ts, pid)` below which the page begins, and how
 * many matching processes below it are still to be skipped (`rest`, at most about a block).
 *
 * First the tops of the chain are added up, newest first, until they exceed the offset, then the blocks under that top.
 * Deltas count where they lie. A chain without blocks, or one that is not built, skips nothing.
 *
 * Cost: the tops of the chain (one per 50,000 to 100,000 processes) and some hundred blocks, each times the matching
 * groups unless everything matches, plus the deltas.
 */
export function findPlace(subProjectId: string, countable: Countable, offset: bigint): Fragment {
  const { field, only } = countable;
  const chain =
    field === undefined || only === undefined
      ? sql`c.field = '' and c.facet = ''`
      : sql`c.field = ${literal(field)} and c.facet = ${facetOfValue(only.value)}`;
  const matches = sql`(select coalesce(sum(n.count), 0) from process_block_counts n
      where n.block_id = b.id and n.group_id = any((select ids from matching)::integer[]))`;
  const size = countable.everything ? sql`b.total` : matches;
  const facet = field === undefined ? 'other' : sql`(d.facets ->> ${literal(field)})`;
  const inGroup = countable.on(sql`g`, only === undefined ? 'other' : facetOfValue(only.value));
  const before = sql`coalesce((select cum from skipped_tops), 0)`;
  return sql`
    goal as (select (select ${offset}::bigint) as skip),
    matching as materialized (select array_agg(g.id) as ids from process_groups g
      where g.sub_project_id = ${subProjectId}::uuid and ${inGroup}),
    noted as materialized (select null::bigint as id, d.created_ts as ts, d.process_id as pid, d.change as n
      from process_deltas d where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, facet)}),
    tops as materialized (select x.id, x.ts, x.pid, sum(x.n) over (${newestFirst}) as cum from (
      select b.id, b.start_ts as ts, b.start_id as pid, ${size} as n
      from process_chains c join process_blocks b on b.chain_id = c.id and b.parent_id is null
      where c.sub_project_id = ${subProjectId}::uuid and ${chain}
      union all select * from noted) x),
    skipped_tops as materialized (${lastSkipped(sql`tops`)}),
    top as materialized (select ts, pid, id from tops, goal where id is not null and cum > skip
      order by ts desc, pid desc limit 1),
    blocks as materialized (select x.id, x.ts, x.pid, sum(x.n) over (${newestFirst}) + ${before} as cum from (
      select b.id, b.start_ts as ts, b.start_id as pid, ${size} as n
      from process_blocks b where b.parent_id = (select id from top)
      union all select noted.* from noted, top where (noted.ts, noted.pid) >= (top.ts, top.pid)
        and not exists (select from skipped_tops s where (noted.ts, noted.pid) >= (s.ts, s.pid))) x),
    skipped_blocks as materialized (${lastSkipped(sql`blocks`)}),
    place as materialized (select coalesce(b.ts, t.ts, 'infinity') as ts,
        coalesce(b.pid, t.pid, 'ffffffff-ffff-ffff-ffff-ffffffffffff') as pid,
        skip - coalesce(b.cum, t.cum, 0) as rest
      from goal left join skipped_tops t on true left join skipped_blocks b on true)`;
}

/** A delta at the very start of a block belongs to the block, so it is added before the block is. */
const newestFirst = sql`order by x.ts desc, x.pid desc, x.id nulls first rows unbounded preceding`;

/** The oldest block that lies before the place as a whole, with what lies before its end. */
const lastSkipped = (blocks: Fragment): Fragment => sql`
      select ts, pid, cum from ${blocks}, goal where id is not null and cum <= skip order by ts, pid limit 1`;
