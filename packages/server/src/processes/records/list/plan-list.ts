import type { Access } from '../../../access/authorize.js';
import { rowFilterOf } from '../../../access/row-filter.js';
import { compileFilter } from '../../../filters/compile-filter.js';
import type { Filter } from '../../../filters/filter.js';
import { fieldPrefix, processFilterKeys } from '../../../filters/filter-keys.js';
import { parsePage } from '../../../filters/paging.js';
import { parseFilter } from '../../../filters/parse-filter.js';
import { compileSort, parseSort, type SortTerm } from '../../../filters/sort.js';
import { sql } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { processFilterColumns } from '../fields/process-filter-columns.js';
import { countableOf } from '../totals/countable.js';
import { type FieldVisibility, fieldVisibility } from '../visibility/field-visibility.js';
import { rowCondition } from '../visibility/process-visibility.js';
import type { ProcessListQuery } from './list-plan.js';
import { hasFarPages } from './page-of-processes.js';

/** The values of a getProcess request. */
export interface ProcessListValues {
  /** Without `subProjectId_id`. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly sort?: string | undefined;
  readonly page?: string | undefined;
  readonly perPageCount?: string | undefined;
}

/** Newest first (D4), the order `processes_newest` has. */
const newestFirst = [{ key: 'createdTs', descending: true }] as const;

/**
 * What getProcess asks the database for: what the caller asked for within what the caller may see.
 *
 * @throws FilterError for anything in the values that cannot be understood
 */
export function processListQuery(
  subProject: SubProject,
  access: Access,
  values: ProcessListValues,
): ProcessListQuery & { readonly visibility: FieldVisibility } {
  const visibility = fieldVisibility(subProject, access);
  const indexed = (name: string): boolean => subProject.fields.get(name)?.indexed === true;
  const seen = [...subProject.fields.values()].filter((field) => visibility.somewhere.has(field.name));
  const keys = processFilterKeys(seen);
  const isIndexed = (name: string): boolean => indexed(name) && visibility.everywhere(name);
  const columns = processFilterColumns(subProject.fields, visibility.read, isIndexed);
  const filter = parseFilter(values.filters, keys, '/filters');
  const terms = parseSort(values.sort, keys);
  const rowFilter = rowFilterOf(access);
  const countable = countableOf([
    ...(rowFilter === undefined ? [] : [{ filter: rowFilter, counted: indexed }]),
    { filter, counted: isIndexed },
  ]);
  const order = orderOf(terms);
  const page = parsePage(values);
  const [first] = terms;
  const inIndexOrder =
    order !== 'other' ||
    (first?.key.startsWith(fieldPrefix) === true && isIndexed(first.key.slice(fieldPrefix.length)));
  const found =
    countable !== undefined &&
    (order === 'other' ? inIndexOrder && countable.everything && page.offset < SHALLOW : hasFarPages(countable));
  return {
    subProjectId: subProject.id,
    visibility,
    countable,
    reads: !found && !namesIds(filter),
    slowFields: [...new Set([...keysOf(filter), ...terms.map(({ key }) => key)])]
      .flatMap((key) => (key.startsWith(fieldPrefix) ? [key.slice(fieldPrefix.length)] : []))
      .filter((name) => !indexed(name)),
    order,
    where: sql.and([
      sql`p.sub_project_id = ${subProject.id}::uuid`,
      rowCondition(subProject, access),
      compileFilter(filter, columns),
    ]),
    orderBy: compileSort(terms.length === 0 ? newestFirst : terms, columns, sql`p.id`),
    covered: visibility.covered,
    page,
  };
}

/** Walking the index of a field so far costs some milliseconds. */
const SHALLOW = 1000n;

function orderOf(terms: readonly SortTerm[]): ProcessListQuery['order'] {
  const [first] = terms.length === 0 ? newestFirst : terms;
  if (terms.length > 1 || first?.key !== 'createdTs') return 'other';
  return first.descending ? 'newest first' : 'oldest first';
}

/** Every key a filter reads. */
const keysOf = (filter: Filter): readonly string[] =>
  filter.kind === 'condition' ? [filter.key] : filter.filters.flatMap(keysOf);

/** Whether only processes match that the filter names. */
const namesIds = (filter: Filter): boolean =>
  filter.kind === 'and'
    ? filter.filters.some(namesIds)
    : filter.kind === 'condition' && filter.key === 'id' && (filter.operator === 'eq' || filter.operator === 'in');
