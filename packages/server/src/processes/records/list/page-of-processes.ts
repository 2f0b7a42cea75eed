import { type Fragment, sql } from '../../../postgres/database.js';
import { processColumns } from '../processes/process-row.js';
import type { Countable } from '../totals/countable.js';
import { findPlace, hasPlaces } from '../totals/find-place.js';
import { findPlaceAmong } from '../totals/find-place-among.js';
import type { ProcessListQuery } from './list-plan.js';
import { matchingGroups, newestOfGroups } from './newest-of-groups.js';
import { fieldOfValues, pageOfValues } from './page-of-values.js';
import { far, limited, near, type PageStatement, rowsOfPage, type Start, sizeOf } from './page-statement.js';

/** So many entries of the index of groups cost about 2 ms. */
const FEW = 3000;

/** Up to this offset, walking the index costs less than finding the place. */
const NEAR = 250n;

/**
 * The page of a list, with the position of each row; a page of the oldest first has its rows in reverse, see `isReversed`.
 *
 * Cost: by time of creation, and with a filter that counters can answer, it grows with the size of the page and the
 * logarithm of the processes, whatever the offset (`findPlace`, `findPlaceAmong`); but where a filter excludes values of a
 * field, or names more than some, and in every other order, and under every other filter, with the offset too.
 */
export function pageOf(query: ProcessListQuery): PageStatement {
  const { subProjectId, countable, page } = query;
  if (countable === undefined || !isInTime(query)) return plain(query, near(page.offset));
  const skip = isReversed(query) ? beforeReversed(page) : sql`(select ${page.offset}::bigint)`;
  const isFar = isReversed(query) || page.offset > NEAR;
  const field = fieldOfValues(countable);
  if (field !== undefined) {
    const place = isFar ? far(findPlaceAmong(subProjectId, countable, field, skip)) : near(page.offset);
    return pageOfValues(query, countable, field, place);
  }
  const place = isFar && hasPlaces(countable) ? far(findPlace(subProjectId, countable, skip)) : near(page.offset);
  if (countable.everything) {
    return page.offset === 0n && !isReversed(query) ? plain(query, place) : skipping(query, place);
  }
  return countable.field === undefined ? grouped(query, countable, place) : plain(query, place, newestFirst);
}

/** Whether pages are found wherever they are. */
export const hasFarPages = (countable: Countable): boolean =>
  hasPlaces(countable) || fieldOfValues(countable) !== undefined;

/** Whether the order is that of the chains of counters. */
const isInTime = ({ order, countable }: ProcessListQuery): boolean =>
  order === 'newest first' || (order === 'oldest first' && countable !== undefined && hasFarPages(countable));

/**
 * Whether the page is found from the other end: the oldest are the last of the newest. The statement takes of its rows
 * those that are among the matches at all, and turns them round.
 */
export const isReversed = (query: ProcessListQuery): boolean => query.order === 'oldest first' && isInTime(query);

/** How many are newer than a page of the oldest. */
const beforeReversed = ({ offset, limit }: ProcessListQuery['page']): Fragment =>
  sql`(select greatest(t.total - (select ${offset + BigInt(limit)}::bigint), 0) from t)`;

const newestFirst = sql`p.created_ts desc, p.id desc`;

function plain(
  { where, orderBy, covered, page }: ProcessListQuery,
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

/** What is skipped is not looked at beyond the index. */
function skipping({ where, covered, page }: ProcessListQuery, { expressions, below, skip }: Start): PageStatement {
  return {
    expressions: sql`${expressions},
      page as materialized (
        select p.id, p.created_ts from processes p where ${where}${below}
        order by p.created_ts desc, p.id desc ${limited(page.limit, skip)})`,
    rows: rowsOfPage(covered),
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
    expressions: sql`${start.expressions}, ${matchingGroups(subProjectId, countable)},
      frequent as materialized (select t.whole is null or t.whole < 2000
          or groups.count * (${sizeOf(page.limit)} + ${start.skip}) > ${sql.raw(String(FEW))}
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
    rows: rowsOfPage(covered),
  };
}
