import { compileFilter } from '../../../filters/compile-filter.js';
import { FIELD_PREFIX, type Filter } from '../../../filters/filter.js';
import type { FilterColumns } from '../../../filters/filter-column.js';
import type { Page } from '../../../filters/paging.js';
import { compileSort, type SortTerm, type SplitSort, splitSort } from '../../../filters/sort.js';
import { keysOf } from '../../../filters/walk-filter.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { clockColumnsOfProcesses, isClockKey, isDueKey } from '../clocks/clock-columns.js';
import { processFilterColumns } from '../fields/process-fields.js';
import { type Countable, countableOf, hasFarPages } from '../totals/countable.js';
import type { ProcessVisibility } from '../visibility/process-visibility.js';

/** What a caller asks of a list. */
export interface ListRequest {
  readonly filter: Filter;
  /** Empty: newest first (D4). */
  readonly sort: readonly SortTerm[];
  readonly page: Page;
}

/** How the database answers a list; every condition is over the alias `p`. */
export interface ListPlan {
  readonly subProjectId: string;
  readonly where: Fragment;
  readonly orderBy: Fragment;
  /** The order by a field as its index has it; undefined for other orders. */
  readonly split: SplitSort | undefined;
  readonly order: ListOrder;
  /** See `ProcessVisibility.covered`. */
  readonly covered: Fragment;
  readonly page: Page;
  /** The same condition as counters answer it; undefined when they cannot. */
  readonly countable: Countable | undefined;
  /** Whether PostgreSQL may have to read many processes: to count them, or on the way to the page. */
  readonly mayScan: boolean;
  /** Fields without an index that the filter or the order reads. Error details name them. */
  readonly slowFields: readonly string[];
}

/** `other`: by another key than the time of creation, or by several. */
export type ListOrder = 'newest first' | 'oldest first' | 'other';

/** Newest first (D4), the order of the index `processes_newest`. */
const NEWEST_FIRST = [{ key: 'createdTs', descending: true }] as const;

/** Plans what the caller asks for within what the caller sees. */
export function planList(subProject: SubProject, visibility: ProcessVisibility, request: ListRequest): ListPlan {
  const { filter, page } = request;
  const sort = request.sort.length === 0 ? NEWEST_FIRST : request.sort;
  const order = orderOf(sort);
  // A field that is hidden on some rows reads as absent there, which its index and its counters do not know.
  const isIndexed = (name: string): boolean => subProject.fields.get(name)?.indexed === true;
  const isServed = (name: string): boolean => isIndexed(name) && visibility.isAlwaysVisible(name);
  const own = processFilterColumns(subProject.fields, visibility.readField, isServed);
  const columns: FilterColumns = (key) => (isClockKey(key) ? clockColumnsOfProcesses(key) : own(key));
  const countable = countableOf([
    ...(visibility.rowFilter === undefined ? [] : [{ filter: visibility.rowFilter, counted: isIndexed }]),
    { filter, counted: isServed },
  ]);
  return {
    subProjectId: subProject.id,
    where: sql.and([sql`p.sub_project_id = ${subProject.id}::uuid`, visibility.rows, compileFilter(filter, columns)]),
    orderBy: compileSort(sort, columns, sql`p.id`),
    split: splitSort(sort, columns, sql`p.id`),
    order,
    covered: visibility.covered,
    page,
    countable,
    mayScan:
      !namesIds(filter) && !(countable !== undefined && isPageNear(order, sort, countable, page.offset, isServed)),
    slowFields: [...new Set([...keysOf(filter), ...request.sort.map(({ key }) => key)])]
      .flatMap((key) => fieldOfKey(key) ?? [])
      .filter((name) => !isIndexed(name)),
  };
}

function orderOf(sort: readonly SortTerm[]): ListOrder {
  const [first] = sort;
  if (sort.length > 1 || first?.key !== 'createdTs') return 'other';
  return first.descending ? 'newest first' : 'oldest first';
}

/** Walking the index of a field so far costs some milliseconds. */
const SHALLOW = 1000n;

/**
 * Whether the page is found without reading many processes. An index has the order of one field: by a second key, those are read and
 * sorted that have the same value, or none, and may be all.
 */
function isPageNear(
  order: ListOrder,
  [first, ...rest]: readonly SortTerm[],
  countable: Countable,
  offset: bigint,
  isServed: (field: string) => boolean,
): boolean {
  if (order !== 'other') return hasFarPages(countable);
  if (first === undefined || rest.length > 0) return false;
  const field = fieldOfKey(first.key);
  const hasIndex = field === undefined ? isDueKey(first.key) : isServed(field);
  return hasIndex && countable.everything && offset < SHALLOW;
}

const fieldOfKey = (key: string): string | undefined =>
  key.startsWith(FIELD_PREFIX) ? key.slice(FIELD_PREFIX.length) : undefined;

/** Whether only processes match that the filter names by id. */
const namesIds = (filter: Filter): boolean =>
  filter.kind === 'and'
    ? filter.filters.some(namesIds)
    : filter.kind === 'condition' && filter.key === 'id' && (filter.operator === 'eq' || filter.operator === 'in');
