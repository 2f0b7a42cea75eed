import { sql } from '../postgres/sql.js';
import { matchingGroups, newestOfGroups } from './newest-of-groups.js';
import { fieldOfValues, pageOfValues } from './page-of-values.js';
import { far, limited, near, type PageStatement, rowsOfPage, type Start, sizeOf } from './page-statement.js';
import type { ProcessListQuery } from './process-list.js';
import { processColumns } from './process-row.js';
import type { Countable } from './totals/countable.js';
import { findPlace, hasPlaces } from './totals/find-place.js';
import { findPlaceAmong } from './totals/find-place-among.js';

/** So many entries of the index of groups cost about 2 ms. */
const FEW = 3000;

/** Up to this offset, walking the index costs less than finding the place. */
const NEAR = 250n;

/**
 * The page of a list, with the position of each row.
 *
 * Cost: newest first, and with a filter that counters can answer, it grows with the size of the page and the logarithm of
 * the processes, whatever the offset (`findPlace`, `findPlaceAmong`); but where a filter excludes values of a field, or
 * names more than some, and in every other order, and under every other filter, with the offset too.
 */
export function pageOf(query: ProcessListQuery): PageStatement {
  const { subProjectId, countable, newestFirst, page } = query;
  const start = near(page.offset);
  if (!newestFirst || countable === undefined) return plain(query, start);
  const field = fieldOfValues(countable);
  const isFar = page.offset > NEAR;
  if (field !== undefined) {
    const place = isFar ? far(findPlaceAmong(subProjectId, countable, field, page.offset)) : start;
    return pageOfValues(query, countable, field, place);
  }
  const place = isFar && hasPlaces(countable) ? far(findPlace(subProjectId, countable, page.offset)) : start;
  if (countable.everything) return page.offset === 0n ? plain(query, place) : skipping(query, place);
  return countable.field === undefined ? grouped(query, countable, place) : plain(query, place);
}

/** Whether the cost of the page does not grow with the offset. */
export const isBounded = ({ newestFirst, countable }: ProcessListQuery): boolean =>
  newestFirst && countable !== undefined && (hasPlaces(countable) || fieldOfValues(countable) !== undefined);

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
