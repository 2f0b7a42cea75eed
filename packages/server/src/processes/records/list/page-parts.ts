import { type Fragment, sql } from '../../../postgres/database.js';
import { processColumns } from '../processes/process-row.js';
import type { Countable } from '../totals/countable.js';
import { wholeChain } from '../totals/total.js';

/** The rows of a page, and the common table expressions they need, each after a comma. */
export interface PageStatement {
  readonly expressions: Fragment;
  /** With the position of each row. */
  readonly rows: Fragment;
}

/** Where a page begins: below a key of the order, and how many matches to skip from there. */
export interface Start {
  readonly expressions: Fragment;
  /** A further condition on the processes `p`, after an `and`. */
  readonly below: Fragment;
  readonly skip: Fragment;
}

/**
 * The start of a page that is reached by skipping matches from the beginning of the order. A sub-select hides the number
 * from the planner, so that one plan serves all numbers and is made once per connection.
 */
export const fromOffset = (offset: bigint): Start => ({
  expressions: sql``,
  below: sql``,
  skip: offset === 0n ? sql`0` : sql`(select ${offset}::bigint)`,
});

/**
 * The start of a page that is found by counters.
 *
 * @param place common table expressions that end in `place`
 */
export const fromPosition = (place: Fragment): Start => ({
  expressions: sql`, ${place}`,
  below: sql` and p.created_ts <= (select ts from place)
    and (p.created_ts, p.id) < ((select ts from place), (select pid from place))`,
  skip: sql`(select rest::bigint from place)`,
});

/** The processes of the common table expression `page`, newest first. */
export const rowsOfPage = (subProjectId: string, covered: Fragment): Fragment => sql`
      select ${processColumns}, ${covered} as covered,
        row_number() over (order by page.created_ts desc, page.id desc) as position
      from page join processes p on p.sub_project_id = ${subProjectId}::uuid and p.id = page.id`;

/**
 * The size of a page. A usual size stands in the text of the statement: PostgreSQL then keeps one plan per size, and does
 * not plan every request anew, which costs as much as running it.
 */
export const sizeOf = (limit: number): Fragment =>
  usualSizes.has(limit) ? sql.raw(String(limit)) : sql`(select ${limit}::bigint)`;

/** The `limit` and `offset` of a page. */
export const limited = (limit: number, skip: Fragment): Fragment => sql`limit ${sizeOf(limit)} offset ${skip}`;

const usualSizes: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100, 200, 500, 1000]);

/** The common table expression `matching_groups`: every (state, priority, stage) that has matches. */
export const matchingGroups = (subProjectId: string, countable: Countable): Fragment => sql`
      matching_groups as materialized (
        select g.state, g.priority, g.stage_key from process_chains c
          join process_chain_counts n on n.sub_project_id = c.sub_project_id and n.chain_id = c.id
          join process_groups g on g.sub_project_id = n.sub_project_id and g.position = n.group_position
          where ${wholeChain(subProjectId)} and n.count > 0 and ${countable.on(sql`g`, 'other')}
        union
        select d.state, d.priority, d.stage_key from process_deltas d
          where d.sub_project_id = ${subProjectId}::uuid and ${countable.on(sql`d`, 'other')})`;

/**
 * The newest processes of each of these groups, by an index over all three.
 *
 * @param below a further condition on the processes `p`, after an `and`
 * @param most how many of each, as `limit` has it
 */
export const newestOfGroups = (subProjectId: string, below: Fragment, most: Fragment): Fragment => sql`
          select newest.id, newest.created_ts from matching_groups g
            cross join lateral (
              select p.id, p.created_ts from processes p
              where p.sub_project_id = ${subProjectId}::uuid and p.state = g.state and p.priority = g.priority
                and p.stage_key = g.stage_key${below}
              order by p.created_ts desc, p.id desc ${most}
            ) newest`;
