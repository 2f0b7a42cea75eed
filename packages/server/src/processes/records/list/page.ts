import type { SplitSort } from '../../../filters/sort.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, facetOfValue } from '../fields/process-fields.js';
import { processColumns } from '../processes/process-row.js';
import { type Countable, fieldOfMergedValues, hasFarPages, liesInOneChain } from '../totals/countable.js';
import { findPlace } from '../totals/find-place.js';
import { findPlaceAmong } from '../totals/find-place-among.js';
import type { ListPlan } from './list-plan.js';
import {
  fromOffset,
  fromPosition,
  limited,
  matchingGroups,
  newestOfGroups,
  type PageStatement,
  rowsOfPage,
  type Start,
  sizeOf,
} from './page-parts.js';

/** So many entries of the index of groups cost about 2 ms. */
const CHEAP_ENTRIES = 3000;

/** Up to this offset, walking the index costs less than finding the place. */
const NEAR_OFFSET = 250n;

/**
 * The page of a list, with the position of each row; a page of the oldest first has its rows in reverse, see
 * `isReversed`.
 *
 * Cost: by time of creation, and with a filter that counters can answer, it grows with the size of the page and the
 * logarithm of the processes, and not with the offset (`findPlace`, `findPlaceAmong`). It grows with the offset too
 * where a filter excludes values of a field or names many, in every other order, and under every other filter.
 */
export function pageOf(plan: ListPlan): PageStatement {
  const { countable, page } = plan;
  if (plan.split !== undefined) return walkSplit(plan, plan.split);
  if (countable === undefined || !isByTime(plan)) return walkOrder(plan, fromOffset(page.offset));
  const start = startOf(plan, countable);
  const field = fieldOfMergedValues(countable);
  if (field !== undefined) return mergeValues(plan, countable, field, start);
  if (countable.everything) {
    return page.offset === 0n && !isReversed(plan) ? walkOrder(plan, start) : walkIndex(plan, start);
  }
  return countable.field === undefined ? mergeGroups(plan, countable, start) : walkOrder(plan, start, newestFirst);
}

/** Where the page begins: near pages skip matches from the beginning, far ones begin at a place that counters find. */
function startOf(plan: ListPlan, countable: Countable): Start {
  const { subProjectId, page } = plan;
  const reversed = isReversed(plan);
  const field = fieldOfMergedValues(countable);
  if (!reversed && page.offset <= NEAR_OFFSET) return fromOffset(page.offset);
  const skip = reversed ? beforeReversed(page) : sql`(select ${page.offset}::bigint)`;
  if (field !== undefined) return fromPosition(findPlaceAmong(subProjectId, countable, field, skip));
  return liesInOneChain(countable) ? fromPosition(findPlace(subProjectId, countable, skip)) : fromOffset(page.offset);
}

/** Whether the order is that of the counters' chains. */
const isByTime = ({ order, countable }: ListPlan): boolean =>
  order === 'newest first' || (order === 'oldest first' && countable !== undefined && hasFarPages(countable));

/**
 * Whether the page is found from the other end: the oldest are the last of the newest. The statement takes of its rows
 * those that are among the matches at all, and turns them round.
 */
export const isReversed = (plan: ListPlan): boolean => plan.order === 'oldest first' && isByTime(plan);

/** How many are newer than a page of the oldest. */
const beforeReversed = ({ offset, limit }: ListPlan['page']): Fragment =>
  sql`(select greatest(t.total - (select ${offset + BigInt(limit)}::bigint), 0) from t)`;

const newestFirst = sql`p.created_ts desc, p.id desc`;

/** Walks the matches in the order of the list. */
function walkOrder(
  { where, orderBy, covered, page }: ListPlan,
  { expressions, below, skip }: Start,
  order = orderBy,
): PageStatement {
  return {
    expressions,
    rows: sql`
      select ordered.*, row_number() over () as position from (
        select ${processColumns}, ${covered} as covered
        from processes p where ${where}${below}
        order by ${order} ${limited(page.limit, skip)}
      ) ordered`,
  };
}

/**
 * Walks the index of a field, which has only the processes with a value, and then the others in the order of their ids, if the
 * page has room for them.
 */
function walkSplit({ subProjectId, where, covered, page }: ListPlan, split: SplitSort): PageStatement {
  const { skip } = fromOffset(page.offset);
  const most = sql`${sizeOf(page.limit)} + ${skip}`;
  const before = page.offset === 0n ? sql`` : sql` offset greatest(${skip} - (select rows from known), 0)`;
  return {
    expressions: sql`,
      present as materialized (
        select p.id from ${rowsWithValue(split)} ${where} and ${split.key} is not null
        order by ${split.present} limit ${most}),
      known as materialized (select count(*) as rows from present),
      absent as materialized (
        select p.id from processes p where ${where} and ${lacksValue(split)} and (select rows from known) < ${most}
        order by ${split.absent} limit ${sizeOf(page.limit)}${before}),
      page as materialized (
        select id, place from (
          select id, row_number() over () as place from present
          union all
          select id, greatest((select rows from known), ${skip}) + row_number() over () from absent
        ) found
        where place > ${skip} order by place limit ${sizeOf(page.limit)})`,
    rows: sql`
      select ${processColumns}, ${covered} as covered, page.place as position
      from page join processes p on p.sub_project_id = ${subProjectId}::uuid and p.id = page.id`,
  };
}

const rowsWithValue = ({ joined }: SplitSort): Fragment =>
  joined === undefined ? sql`processes p where` : sql`${joined.rows} join processes p on ${joined.matches} where`;

const lacksValue = ({ joined, key }: SplitSort): Fragment =>
  joined === undefined ? sql`${key} is null` : sql`not ${joined.exists(sql`${key} is not null`)}`;

/** Walks the index of the default order alone; only the rows of the page are read. */
function walkIndex(
  { subProjectId, where, covered, page }: ListPlan,
  { expressions, below, skip }: Start,
): PageStatement {
  return {
    expressions: sql`${expressions},
      page as materialized (
        select p.id, p.created_ts from processes p where ${where}${below}
        order by p.created_ts desc, p.id desc ${limited(page.limit, skip)})`,
    rows: rowsOfPage(subProjectId, covered),
  };
}

/**
 * The page is put together from the newest of every matching (state, priority, stage), if that takes few entries of
 * their index: this is fast also for rare and for old matches. Where it would take many, as for big pages of many
 * groups, and the counters say that matches are frequent, the newest processes are walked instead.
 */
function mergeGroups(plan: ListPlan, countable: Countable, start: Start): PageStatement {
  const { subProjectId, where, covered, page } = plan;
  const most = sql`limit ${sizeOf(page.limit)} + ${start.skip}`;
  return {
    expressions: sql`${start.expressions}, ${matchingGroups(subProjectId, countable)},
      frequent as materialized (select t.whole is null or t.whole < 2000
          or groups.count * (${sizeOf(page.limit)} + ${start.skip}) > ${sql.raw(String(CHEAP_ENTRIES))}
            and t.total * 3 * groups.count >= t.whole as yes
        from t, (select count(*) from matching_groups) groups),
      page as materialized (
        select id, created_ts from (
          (select p.id, p.created_ts from processes p where (select yes from frequent) and ${where}${start.below}
            order by p.created_ts desc, p.id desc ${most})
          union all
          (${newestOfGroups(subProjectId, start.below, most)}
            where not (select yes from frequent))
        ) found
        order by created_ts desc, id desc ${limited(page.limit, start.skip)})`,
    rows: rowsOfPage(subProjectId, covered),
  };
}

/**
 * A page that is put together from the newest processes of each value that the filter names, and of each (state,
 * priority, stage) that matches whatever the value. PostgreSQL merges the scans, which are in the order of lists, and
 * takes no more from them than the page needs; the groups give as many as might stand on it each.
 */
function mergeValues(
  { subProjectId, covered, page }: ListPlan,
  countable: Countable,
  field: string,
  { expressions, below, skip }: Start,
): PageStatement {
  const matchesAnyway = countable.on(sql`p`, 'other');
  const most = sql`limit ${sizeOf(page.limit)} + ${skip}`;
  // Each in parentheses with its order and limit: PostgreSQL knows the order of a scan of its own, not of a part of a
  // union.
  const scans: Fragment[] = countable.values.map((value) => {
    const holds = countable.on(sql`p`, { value });
    return sql`(select p.id, p.created_ts from processes p where p.sub_project_id = ${subProjectId}::uuid
      and ${facetOfField(field)} = ${facetOfValue(value)} and ${countable.named ? holds : sql`(${holds} and not ${matchesAnyway})`}${below}
      order by p.created_ts desc, p.id desc ${most})`;
  });
  if (!countable.named) {
    scans.push(sql`(${newestOfGroups(subProjectId, below, most)} order by newest.created_ts desc, newest.id desc)`);
  }
  return {
    expressions: sql`${expressions}${countable.named ? sql`` : sql`, ${matchingGroups(subProjectId, countable)}`},
      page as materialized (
        select id, created_ts from (${sql.join(scans, sql.raw(' union all '))}) found
        order by created_ts desc, id desc ${limited(page.limit, skip)})`,
    rows: rowsOfPage(subProjectId, covered),
  };
}
