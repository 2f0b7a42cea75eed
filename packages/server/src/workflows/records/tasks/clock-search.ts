import { compileFilter } from '../../../filters/compile-filter.js';
import { FilterError } from '../../../filters/filter-error.js';
import { parseFilter, parseFilterText } from '../../../filters/parse-filter.js';
import { parseSort, type SplitSort, splitSort } from '../../../filters/sort.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { clockColumnsOfTasks, clockFilterKeys, isDueKey } from '../../../processes/records/clocks/clock-columns.js';
import type { SlaRule } from '../../../sub-projects/configuration/sla-rule.js';

/** How a list of tasks looks at clocks. */
export interface ClockSearch {
  /** A condition over the tasks `t`. */
  readonly also: Fragment | undefined;
  readonly sort: SplitSort | undefined;
}

/**
 * Reads the filters and the order of a list of tasks.
 *
 * @param rules the clocks that the caller may know of
 * @throws FilterError for an unknown key or a value that does not fit
 */
export function readClockSearch(
  rules: readonly SlaRule[],
  query: { readonly filters?: string; readonly sort?: string },
): ClockSearch {
  const keys = clockFilterKeys(rules);
  const columns = clockColumnsOfTasks(rules);
  const also =
    query.filters === undefined
      ? undefined
      : compileFilter(parseFilter(parseFilterText(query.filters), keys, '/filters'), columns);
  const terms = parseSort(query.sort, keys);
  const [first] = terms;
  if (first === undefined) return { also, sort: undefined };
  if (terms.length > 1 || !isDueKey(first.key)) {
    throw new FilterError('malformed', '/sort', 'Tasks are sorted by one key sla.<key>.dueTs.');
  }
  return { also, sort: splitSort(terms, columns, sql`t.id`) };
}
