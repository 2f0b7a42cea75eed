import { LAST_ID } from '../../../kernel/identifiers.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, literal } from '../fields/field-expressions.js';
import { type Countable, valueClasses } from './countable.js';

/** Levels of blocks that are looked at in turn; a block of the first has 64,000 to 256,000 processes. */
const LEVELS = [2, 1, 0] as const;

/**
 * The same as `findPlace`, for matches that lie in several chains: those with one of some values of a field, and, where the
 * filter asks for that too, those of some (state, priority, stage) whatever their value. The countable must be additive.
 *
 * The chains are disjoint, but their blocks overlap. On each level the boundaries of blocks are found between which the
 * place surely lies; blocks above them are added up, and those between them are looked at on the next level. In the end
 * each chain has at most one block that the place cuts, whose processes are counted one by one. Values without a chain
 * are rare: their processes, and the deltas, are looked at one by one; the offset keeps the planner from joining them to
 * all processes instead. While the field is not counted, nothing is skipped.
 *
 * Cost: some fifty blocks per value and level, half a block of processes per value, and one block in 64,000 matches.
 */
export function findPlaceAmong(subProjectId: string, countable: Countable, field: string, skip: Fragment): Fragment {
  const ofWhole = sql`g.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`g`, 'other')}`;
  const classes = valueClasses(countable).map((each, index) => ({
    ...each,
    number: sql.raw(String(index)),
    added: (row: Fragment) => sql`(${each.on(row)} and not ${countable.on(row, 'other')})`,
  }));
  const added = (row: Fragment, chain: Fragment) => {
    const cases = classes.map((each) => sql`when ${each.number} then ${each.added(row)}`);
    return sql`case ${chain}.class ${sql.join(cases, sql.raw(' '))} end`;
  };
  const wanted = classes.map(
    (each) => sql`
      select ${literal(field)} as field, v.facet, ${each.number} as class, of_class.positions
      from unnest(${each.facets}) v (facet), (select array_agg(g.position) as positions from process_groups g
        where g.sub_project_id = ${subProjectId}::uuid and ${each.added(sql`g`)}) of_class`,
  );
  return sql`
    goal as (select ${skip} as skip),
    wanted as materialized (
      ${sql.join(wanted, sql.raw(' union all '))}
      union all
      select '', '', null, (select array_agg(g.position) from process_groups g where ${ofWhole})),
    ready as materialized (select from process_counted_fields f
      where f.sub_project_id = ${subProjectId}::uuid and f.field = ${literal(field)} and f.ready),
    chains as materialized (select c.id, w.field, w.facet, w.class, w.positions from wanted w
      join process_chains c on c.sub_project_id = ${subProjectId}::uuid and c.field = w.field and c.facet = w.facet
      where w.positions is not null and exists (select from ready)),
    noted as materialized (select c.id as chain_id, d.created_ts as ts, d.process_id as pid, d.change as n
      from process_deltas d join chains c
        on c.field = '' and ${countable.on(sql`d`, 'other')}
        or c.field <> '' and d.facets ->> ${literal(field)} = c.facet and ${added(sql`d`, sql`c`)}
      where d.sub_project_id = ${subProjectId}::uuid),
    points as materialized (select p.created_ts as ts, p.id as pid from wanted w
      cross join lateral (select p.created_ts, p.id from processes p
        where p.sub_project_id = ${subProjectId}::uuid and ${facetOfField(field)} = w.facet
          and ${added(sql`p`, sql`w`)} offset 0) p
      where w.field <> '' and w.positions is not null and exists (select from ready)
        and not exists (select from chains c where c.field = w.field and c.facet = w.facet)),
    blocks_above as materialized (
      select c.id as chain_id, b.id, b.level, b.start_ts as ts, b.start_id as pid,
        coalesce(lead(b.start_ts) over older, 'infinity') as end_ts, coalesce(lead(b.start_id) over older, ${last}) as end_pid,
        ${sizeIn(subProjectId, sql`c`)} as n
      from chains c join process_tree_blocks b on b.sub_project_id = ${subProjectId}::uuid and b.chain_id = c.id
        and (b.level = ${sql.raw(String(LEVELS[0]))}
        or b.parent_id is null and b.level < ${sql.raw(String(LEVELS[0]))})
      window older as (partition by c.id order by b.start_ts, b.start_id)
      union all
      select c.id, null, 0, '-infinity', '00000000-0000-0000-0000-000000000000', 'infinity', ${last},
        (select coalesce(sum(n.count), 0) from process_chain_counts n
          where n.sub_project_id = ${subProjectId}::uuid and n.chain_id = c.id and n.group_position = any(c.positions))
      from chains c where not exists (select from process_tree_blocks b
        where b.sub_project_id = ${subProjectId}::uuid and b.chain_id = c.id and b.parent_id is null)),
    ${sql.join(
      LEVELS.map((level, index) => stage(subProjectId, level, index)),
      sql.raw(','),
    )},
    cut as materialized (select b.* from blocks_0 b, bound_0 s
      where (b.ts, b.pid) < (s.ts, s.pid) and (b.end_ts, b.end_pid) > (s.ts, s.pid)),
    counted_in_cut as (select coalesce(sum(each_chain.count), 0) as count from cut join chains c on c.id = cut.chain_id, bound_0 s,
      lateral (
        select count(*) from processes p where c.field = '' and p.sub_project_id = ${subProjectId}::uuid
          and (p.created_ts, p.id) >= (s.ts, s.pid) and (p.created_ts, p.id) < (cut.end_ts, cut.end_pid)
          and ${countable.on(sql`p`, 'other')}
        union all
        select count(*) from processes p where c.field <> '' and p.sub_project_id = ${subProjectId}::uuid
          and ${facetOfField(field)} = c.facet
          and (p.created_ts, p.id) >= (s.ts, s.pid) and (p.created_ts, p.id) < (cut.end_ts, cut.end_pid)
          and ${added(sql`p`, sql`c`)}
      ) each_chain),
    noted_above as (select coalesce(sum(d.n), 0) as count from noted d, bound_0 s
      where (d.ts, d.pid) >= (s.ts, s.pid) and not exists (select from cut
        where cut.chain_id = d.chain_id and (d.ts, d.pid) < (cut.end_ts, cut.end_pid))),
    place as materialized (select s.ts, s.pid, (goal.skip - s.base - whole.sum - counted_in_cut.count - noted_above.count
        - (select count(*) from points where (points.ts, points.pid) >= (s.ts, s.pid)))::bigint as rest
      from goal, bound_0 s, counted_in_cut, noted_above, whole_0 whole)`;
}

const last = sql.raw(`'${LAST_ID}'::uuid`);

/** How many processes of the groups of its chain a block `b` has. */
const sizeIn = (subProjectId: string, chain: Fragment): Fragment => sql`(select coalesce(sum(k.counts[m]), 0)
    from process_tree_counts k, unnest(${chain}.positions) m
    where k.sub_project_id = ${subProjectId}::uuid and k.block_id = b.id)`;

/**
 * On one level: the blocks that are looked at, the boundary that is found, with what the matches above the blocks come to,
 * and what the blocks above the boundary add to it. There are at most so many matches above an edge as all blocks have
 * that end above it, and at least so many as those that begin above it; so the boundary is the oldest edge that surely
 * lies before the place, and the blocks that end before the newest edge surely beyond it are left.
 */
function stage(subProjectId: string, level: (typeof LEVELS)[number], index: number): Fragment {
  const name = (what: string, of: number = level) => sql.raw(`${what}_${of}`);
  const above = LEVELS[index - 1];
  const base =
    above === undefined
      ? sql`0::numeric`
      : sql`(select s.base + w.sum from ${name('bound', above)} s, ${name('whole', above)} w)`;
  // What is above the last boundary is in the base, so the next one is not above it.
  const from =
    above === undefined
      ? sql`select 'infinity'::timestamptz, ${last}`
      : sql`select s.ts, s.pid from ${name('bound', above)} s`;
  const blocks =
    above === undefined
      ? sql`select * from blocks_above`
      : sql`
      select e.chain_id, b.id, b.level, b.start_ts as ts, b.start_id as pid,
        coalesce(lead(b.start_ts) over older, e.end_ts) as end_ts, coalesce(lead(b.start_id) over older, e.end_pid) as end_pid,
        ${sizeIn(subProjectId, sql`c`)} as n
      from ${name('entered', above)} e join chains c on c.id = e.chain_id 
        join process_tree_blocks b on b.sub_project_id = ${subProjectId}::uuid and b.parent_id = e.id
      where e.level > ${sql.raw(String(level))}
      window older as (partition by e.id order by b.start_ts, b.start_id)
      union all
      select * from ${name('entered', above)} e where e.level <= ${sql.raw(String(level))}`;
  return sql`
    ${name('blocks')} as materialized (${blocks}),
    ${name('edges')} as materialized (
      select ts, pid, kind,
        sum(most) over (order by ts desc, pid desc, kind rows unbounded preceding) + ${base}
          + coalesce((select sum(n) from noted where n > 0), 0) as most,
        sum(least) over (order by ts desc, pid desc) + ${base}
          + coalesce((select sum(n) from noted where n < 0), 0) as least
      from (
        select ts, pid, 1 as kind, 0 as most, n as least from ${name('blocks')}
        union all select f.*, 1, 0, 0 from (${from}) f
        union all select end_ts, end_pid, 2, n, 0 from ${name('blocks')}
        union all select ts, pid, 0, 1, 1 from points
      ) edge),
    ${name('bound')} as materialized (select e.ts, e.pid, ${base} as base from ${name('edges')} e, goal
      where e.kind = 1 and (e.most <= skip or (e.ts, e.pid) = (${from})) order by e.ts, e.pid limit 1),
    ${name('beyond')} as materialized (select e.ts, e.pid from ${name('edges')} e, goal
      where e.kind = 1 and e.least > skip order by e.ts desc, e.pid desc limit 1),
    ${name('whole')} as materialized (select coalesce(sum(b.n), 0) as sum from ${name('blocks')} b, ${name('bound')} s
      where (b.ts, b.pid) >= (s.ts, s.pid)),
    ${name('entered')} as materialized (select b.* from ${name('blocks')} b, ${name('bound')} s
      where (b.ts, b.pid) < (s.ts, s.pid) and not exists (select from ${name('beyond')} o
        where (b.end_ts, b.end_pid) <= (o.ts, o.pid)))`;
}
