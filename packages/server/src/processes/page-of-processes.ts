import { type Fragment, sql } from '../postgres/sql.js';
import type { ProcessListQuery } from './process-list.js';
import { processColumns } from './process-row.js';
import type { Countable } from './totals/countable.js';
import { findPlace, hasPlaces } from './totals/find-place.js';
import { wholeChain } from './totals/total.js';

/** The rows of a page, and the common table expressions they need, each after a comma. */
interface PageStatement {
  readonly expressions: Fragment;
  readonly rows: Fragment;
}

/** Where a page begins: below a key of the order, and how many matches to skip from there. */
interface Start {
  readonly expressions: Fragment;
  readonly below: Fragment;
  readonly skip: Fragment;
}

/** So many entries of the index of groups cost about 2 ms. */
const FEW = 3000;

/** Up to this offset, walking the index costs less than finding the place. */
const NEAR = 500n;

/**
 * The page of a list, with the position of each row.
 *
 * Cost: newest first, and with a filter that counters can answer, it grows with the size of the page alone, whatever the
 * offset (`findPlace`). In every other order, and under every other filter, with the offset too.
 */
export function pageOf(query: ProcessListQuery): PageStatement {
  const { countable, newestFirst, page } = query;
  if (!newestFirst || countable === undefined) return plain(query, near(page.offset));
  const start =
    page.offset > NEAR && hasPlaces(countable) ? far(query.subProjectId, countable, page.offset) : near(page.offset);
  return countable.everything || countable.field !== undefined ? plain(query, start) : grouped(query, countable, start);
}

/** A sub-select hides a number from the planner, so that one plan serves all numbers and is made once per connection. */
const near = (offset: bigint): Start => ({
  expressions: sql``,
  below: sql``,
  skip: offset === 0n ? sql`0` : sql`(select ${offset}::bigint)`,
});

const far = (subProjectId: string, countable: Countable, offset: bigint): Start => ({
  expressions: sql`, ${findPlace(subProjectId, countable, offset)}`,
  below: sql` and p.created_ts <= (select ts from place)
    and (p.created_ts, p.id) < ((select ts from place), (select pid from place))`,
  skip: sql`(select rest::bigint from place)`,
});

function plain(
  { where, orderBy, covered, page }: ProcessListQuery,
  { expressions, below, skip }: Start,
): PageStatement {
  return {
    expressions,
    rows: sql`
      select ordered.*, row_number() over () as position from (
        select ${processColumns}, ${covered} as covered
        from processes p where ${where}${below}
        order by ${orderBy} ${limited(page.limit, skip)}
      ) ordered`,
  };
}

/**
 * The page is put together from the newest of every matching (state, priority, stage), as long as that takes few entries of
 * their index: that is right however rare they are, and however old. Where it would take many, as for big pages of many
 * groups, and the counters say that matches are frequent, the newest processes are walked instead.
 */
function grouped(query: ProcessListQuery, countable: Countable, start: Start): PageStatement {
  const { subProjectId, where, covered, page } = query;
  const most = sql`limit ${sizeOf(page.limit)} + ${start.skip}`;
  return {
    expressions: sql`${start.expressions},
      matching_groups as materialized (
        select g.state, g.priority, g.stage_key from process_chains c join process_chain_counts n on n.chain_id = c.id
          join process_groups g on g.id = n.group_id
          where ${wholeChain(subProjectId)} and g.sub_project_id = ${subProjectId}::uuid and n.count > 0 and ${countable.on(sql`g`, 'other')}
        union
        select d.state, d.priority, d.stage_key from process_deltas d
          where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, 'other')}),
      frequent as materialized (select t.whole is null or t.whole < 2000
          or groups.count * (${sizeOf(page.limit)} + ${start.skip}) > ${sql.raw(String(FEW))}
            and t.total * 3 * groups.count >= t.whole as yes
        from t, (select count(*) from matching_groups) groups),
      page as materialized (
        select id, created_ts from (
          (select p.id, p.created_ts from processes p where (select yes from frequent) and ${where}${start.below}
            order by p.created_ts desc, p.id desc ${most})
          union all
          (select newest.id, newest.created_ts from matching_groups g
            cross join lateral (
              select p.id, p.created_ts from processes p
              where p.sub_project_id = ${subProjectId}::uuid and p.state = g.state and p.priority = g.priority
                and p.stage_key = g.stage_key${start.below}
              order by p.created_ts desc, p.id desc ${most}
            ) newest
            where not (select yes from frequent))
        ) found
        order by created_ts desc, id desc ${limited(page.limit, start.skip)})`,
    rows: sql`
      select ${processColumns}, ${covered} as covered,
        row_number() over (order by page.created_ts desc, page.id desc) as position
      from page join processes p on p.id = page.id`,
  };
}

/**
 * The size of a page stands in the text where it is a usual one, so that its plan need not be made for every request,
 * which costs as much as running it.
 */
const sizeOf = (limit: number): Fragment =>
  usualSizes.has(limit) ? sql.raw(String(limit)) : sql`(select ${limit}::bigint)`;

const limited = (limit: number, skip: Fragment): Fragment => sql`limit ${sizeOf(limit)} offset ${skip}`;

const usualSizes: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100, 200, 500, 1000]);
