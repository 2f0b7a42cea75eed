import { LAST_ID } from '../../../kernel/identifiers.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfValue, literal } from '../fields/process-fields.js';
import type { Countable } from './countable.js';

/**
 * Common table expressions, one of them recursive, that end in `place`: one row with the key `(ts, pid)` below which the
 * page begins, and how many matching processes below it are still to be skipped (`rest`, at most about a block).
 *
 * From the root of the chain down, the blocks under one are added up, newest first, and the oldest that does not lie
 * beyond the offset is entered. Deltas count where they lie: at the ends of blocks the sums are exact, so they only grow.
 * A chain without blocks, or one that is not built, skips nothing.
 *
 * Cost: one step per level, of which there are as many as the logarithm of the processes to the base of about 24; each
 * adds up some twenty blocks, times the matching groups unless everything matches, and the deltas.
 */
export function findPlace(subProjectId: string, countable: Countable, skip: Fragment): Fragment {
  const { field, only } = countable;
  const chain =
    field === undefined || only === undefined
      ? sql`c.field = '' and c.facet = ''`
      : sql`c.field = ${literal(field)} and c.facet = ${facetOfValue(only.value)}`;
  const facet = field === undefined ? 'other' : sql`(d.facets ->> ${literal(field)})`;
  const inGroup = countable.on(sql`g`, only ?? 'other');
  const size = countable.everything
    ? sql`b.total`
    : sql`(select coalesce(sum(n.counts[m]), 0) from process_tree_counts n, unnest((select positions from matching)) m
        where n.sub_project_id = b.sub_project_id and n.block_id = b.id)`;
  return sql`
    goal as (select ${skip} as skip),
    matching as materialized (select array_agg(g.position) as positions from process_groups g
      where g.sub_project_id = ${subProjectId}::uuid and ${inGroup}),
    noted as materialized (select null::bigint as id, null::smallint as level, d.created_ts as ts, d.process_id as pid,
        d.change as n
      from process_deltas d where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, facet)}),
    descent (id, level, ts, pid, end_ts, end_pid, before) as (
      select b.id, b.level, b.start_ts, b.start_id, 'infinity'::timestamptz, '${sql.raw(LAST_ID)}'::uuid, 0::bigint
      from process_chains c join process_tree_blocks b
        on b.sub_project_id = c.sub_project_id and b.chain_id = c.id and b.parent_id is null
      where c.sub_project_id = ${subProjectId}::uuid and ${chain}
      union all
      select entered.* from descent d, goal, lateral (
        select y.id, y.level, y.ts, y.pid, coalesce(y.end_ts, d.end_ts), coalesce(y.end_pid, d.end_pid),
          d.before + coalesce(y.before, 0)::bigint
        from (
          select z.id, z.level, z.ts, z.pid, lag(z.ts) over newest as end_ts, lag(z.pid) over newest as end_pid,
            lag(z.sum) over newest as before
          from (
            select x.id, x.level, x.ts, x.pid,
              sum(x.n) over (order by x.ts desc, x.pid desc, x.id nulls first rows unbounded preceding) as sum
            from (
              select b.id, b.level, b.start_ts as ts, b.start_id as pid, ${size} as n
              from process_tree_blocks b where b.sub_project_id = ${subProjectId}::uuid and b.parent_id = d.id
              union all
              select * from noted where (noted.ts, noted.pid) >= (d.ts, d.pid)
                and (noted.ts, noted.pid) < (d.end_ts, d.end_pid)
            ) x
          ) z
          where z.id is not null
          window newest as (order by z.ts desc, z.pid desc)
        ) y
        where d.before + coalesce(y.before, 0) <= skip
        order by y.ts, y.pid limit 1
      ) entered
      where d.level > 0),
    place as materialized (select coalesce(d.end_ts, 'infinity') as ts,
        coalesce(d.end_pid, '${sql.raw(LAST_ID)}') as pid, skip - coalesce(d.before, 0) as rest
      from goal left join (select * from descent order by level limit 1) d on true)`;
}
