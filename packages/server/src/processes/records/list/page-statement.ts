import { type Fragment, sql } from '../../../postgres/database.js';
import { processColumns } from '../processes/process-row.js';

/** The rows of a page, and the common table expressions they need, each after a comma. */
export interface PageStatement {
  readonly expressions: Fragment;
  /** With the position of each row. */
  readonly rows: Fragment;
}

/** Where a page begins: below a key of the order, and how many matches to skip from there. */
export interface Start {
  readonly expressions: Fragment;
  readonly below: Fragment;
  readonly skip: Fragment;
}

/**
 * The beginning of the order. A sub-select hides a number from the planner, so that one plan serves all numbers and is
 * made once per connection.
 */
export const near = (offset: bigint): Start => ({
  expressions: sql``,
  below: sql``,
  skip: offset === 0n ? sql`0` : sql`(select ${offset}::bigint)`,
});

/** @param place common table expressions that end in `place` */
export const far = (place: Fragment): Start => ({
  expressions: sql`, ${place}`,
  below: sql` and p.created_ts <= (select ts from place)
    and (p.created_ts, p.id) < ((select ts from place), (select pid from place))`,
  skip: sql`(select rest::bigint from place)`,
});

/** The processes of the common table expression `page`, newest first. */
export const rowsOfPage = (covered: Fragment): Fragment => sql`
      select ${processColumns}, ${covered} as covered,
        row_number() over (order by page.created_ts desc, page.id desc) as position
      from page join processes p on p.id = page.id`;

/**
 * The size of a page stands in the text where it is a usual one, so that its plan need not be made for every request,
 * which costs as much as running it.
 */
export const sizeOf = (limit: number): Fragment =>
  usualSizes.has(limit) ? sql.raw(String(limit)) : sql`(select ${limit}::bigint)`;

export const limited = (limit: number, skip: Fragment): Fragment => sql`limit ${sizeOf(limit)} offset ${skip}`;

const usualSizes: ReadonlySet<number> = new Set([1, 10, 20, 25, 50, 100, 200, 500, 1000]);
