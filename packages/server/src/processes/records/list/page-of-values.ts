import { type Fragment, sql } from '../../../postgres/database.js';
import { facetOfField, facetOfValue } from '../fields/facets.js';
import type { Countable } from '../totals/countable.js';
import type { ProcessListQuery } from './list-plan.js';
import { matchingGroups, newestOfGroups } from './newest-of-groups.js';
import { limited, type PageStatement, rowsOfPage, type Start, sizeOf } from './page-statement.js';

/** More values than this are looked for in one walk: each costs a scan of its own. */
const MOST_VALUES = 50;

/** The field whose values the matches of a filter are put together by; undefined when they are not. */
export function fieldOfValues({ field, additive, named, values }: Countable): string | undefined {
  const byValue = additive && values.length <= MOST_VALUES && (values.length > 1 || (values.length === 1 && !named));
  return byValue ? field : undefined;
}

/**
 * A page that is put together from the newest processes of each value that the filter names, and of each (state, priority,
 * stage) that matches whatever the value. PostgreSQL merges the scans, which are in the order of lists, and takes no more
 * from them than the page needs; the groups give as many as might stand on it each.
 */
export function pageOfValues(
  { subProjectId, covered, page }: ProcessListQuery,
  countable: Countable,
  field: string,
  { expressions, below, skip }: Start,
): PageStatement {
  const whatever = countable.on(sql`p`, 'other');
  const most = sql`limit ${sizeOf(page.limit)} + ${skip}`;
  // Each in parentheses with its order and limit: PostgreSQL knows the order of a scan of its own, not of a part of a union.
  const scans: Fragment[] = countable.values.map((value) => {
    const holds = countable.on(sql`p`, { value });
    return sql`(select p.id, p.created_ts from processes p where p.sub_project_id = ${subProjectId}::uuid
      and ${facetOfField(field)} = ${facetOfValue(value)} and ${countable.named ? holds : sql`(${holds} and not ${whatever})`}${below}
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
    rows: rowsOfPage(covered),
  };
}
