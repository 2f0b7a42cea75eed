import { LAST_ID } from '../../../kernel/identifiers.js';
import { type Fragment, sql } from '../../../postgres/database.js';

/** The key of a list that comes before every process: lists are newest first. */
const newestTs = sql.raw(`'infinity'::timestamptz`);
const newestPid = sql.raw(`'${LAST_ID}'::uuid`);

/** How many matches a block `b` has: its counts of the groups of its part. */
const matchesIn = (subProjectId: string): Fragment => sql`(select coalesce(sum(k.counts[m]), 0)
    from process_tree_counts k, unnest(c.positions) m
    where k.sub_project_id = ${subProjectId}::uuid and k.block_id = b.id)`;

/**
 * The start of the search, in the tables that {@link narrowPlace} takes from the level above. `upper` is the newest
 * key, before every process. `open` are the blocks of the first level to be narrowed, or the root where a chain has
 * fewer levels. A chain that is too short for blocks counts as one block.
 *
 * @param level the level above the first one that is narrowed
 */
export const beginPlace = (subProjectId: string, level: number): Fragment => sql`
    ${sql.raw(`upper_${level}`)} as materialized (
      select ${newestTs} as ts, ${newestPid} as pid, 0::numeric as newer),
    ${sql.raw(`open_${level}`)} as materialized (
      select c.id as chain_id, b.id, b.level, b.start_ts as ts, b.start_id as pid,
        coalesce(lead(b.start_ts) over older, ${newestTs}) as end_ts,
        coalesce(lead(b.start_id) over older, ${newestPid}) as end_pid,
        ${matchesIn(subProjectId)} as n
      from chains c join process_tree_blocks b on b.sub_project_id = ${subProjectId}::uuid and b.chain_id = c.id
        and (b.level = ${sql.raw(String(level - 1))} or b.parent_id is null and b.level < ${sql.raw(String(level - 1))})
      window older as (partition by c.id order by b.start_ts, b.start_id)
      union all
      select c.id, null, 0, '-infinity', '00000000-0000-0000-0000-000000000000', ${newestTs}, ${newestPid},
        (select coalesce(sum(n.count), 0) from process_chain_counts n
          where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = c.id and n.group_position = any(c.positions))
      from chains c where not exists (select from process_tree_blocks b
        where b.sub_project_id = ${subProjectId}::uuid and b.chain_id = c.id and b.parent_id is null))`;

/**
 * Narrows the keys between which the place lies, by the blocks of one level. Needs `goal`, `chains`, `noted`, `loose`,
 * and `upper` and `open` of the level above. Makes, each with the level in its name:
 *
 * - `blocks (chain_id, id, level, ts, pid, end_ts, end_pid, n)`: the blocks under those that the level above left open. A
 *   block has `n` matches from its start `(ts, pid)` on and before its end.
 * - `edges (ts, pid, kind, most, least)`: the keys where blocks start and end. At a key there are at least as many newer
 *   matches as the blocks have that start there or later, and at most as many as those have that end later.
 * - `upper (ts, pid, newer)`: the oldest start that surely has no more than `skip` newer matches, so the place is not
 *   newer. `newer` are the matches of all blocks that lie wholly above it.
 * - `lower (ts, pid)`: the newest start that surely has more than `skip`, so the place is not older. There may be none.
 * - `open`: the blocks that reach into the keys between the two.
 */
export function narrowPlace(subProjectId: string, level: number): Fragment {
  const name = (what: string): Fragment => sql.raw(`${what}_${level}`);
  const above = (what: string): Fragment => sql.raw(`${what}_${level + 1}`);
  return sql`
    ${name('blocks')} as materialized (
      select o.chain_id, b.id, b.level, b.start_ts as ts, b.start_id as pid,
        coalesce(lead(b.start_ts) over older, o.end_ts) as end_ts,
        coalesce(lead(b.start_id) over older, o.end_pid) as end_pid,
        ${matchesIn(subProjectId)} as n
      from ${above('open')} o join chains c on c.id = o.chain_id
        join process_tree_blocks b on b.sub_project_id = ${subProjectId}::uuid and b.parent_id = o.id
      where o.level > ${sql.raw(String(level))}
      window older as (partition by o.id order by b.start_ts, b.start_id)
      union all
      select * from ${above('open')} o where o.level <= ${sql.raw(String(level))}),
    ${name('edges')} as materialized (
      select ts, pid, kind,
        sum(most) over (order by ts desc, pid desc, kind rows unbounded preceding) + counted.newer
          + coalesce((select sum(n) from noted where n > 0), 0) as most,
        sum(least) over (order by ts desc, pid desc) + counted.newer
          + coalesce((select sum(n) from noted where n < 0), 0) as least
      from (
        select ts, pid, ${edgeKind.process} as kind, 1 as most, 1 as least from loose
        union all select ts, pid, ${edgeKind.start}, 0, n from ${name('blocks')}
        union all select ts, pid, ${edgeKind.start}, 0, 0 from ${above('upper')}
        union all select end_ts, end_pid, ${edgeKind.end}, n, 0 from ${name('blocks')}
      ) edge, (select newer from ${above('upper')}) counted),
    ${name('upper')} as materialized (
      select e.ts, e.pid, u.newer + coalesce((select sum(b.n) from ${name('blocks')} b
        where (b.ts, b.pid) >= (e.ts, e.pid)), 0) as newer
      from ${name('edges')} e, ${above('upper')} u, goal
      where e.kind = ${edgeKind.start} and (e.most <= goal.skip or (e.ts, e.pid) = (u.ts, u.pid))
      order by e.ts, e.pid limit 1),
    ${name('lower')} as materialized (select e.ts, e.pid from ${name('edges')} e, goal
      where e.kind = ${edgeKind.start} and e.least > goal.skip order by e.ts desc, e.pid desc limit 1),
    ${name('open')} as materialized (select b.* from ${name('blocks')} b, ${name('upper')} u
      where (b.ts, b.pid) < (u.ts, u.pid) and not exists (select from ${name('lower')} l
        where (b.end_ts, b.end_pid) <= (l.ts, l.pid)))`;
}

/** Edges with one key are added up in this order: a process counts at its own key, a block below its end. */
const edgeKind = { process: sql.raw('0'), start: sql.raw('1'), end: sql.raw('2') } as const;
