import { type Fragment, sql } from '../postgres/database.js';
import type { FilterKeys } from './filter.js';
import { type FilterColumn, type FilterColumns, type JoinedColumn, numberOf, textOf } from './filter-column.js';
import { FilterError } from './filter-error.js';
import { unknownKey } from './parse-filter.js';

/** One key of a sort order. */
export interface SortTerm {
  readonly key: string;
  readonly descending: boolean;
}

const MAXIMUM_TERMS = 10;

/**
 * Reads a `sort` parameter (D5): a comma list of filter keys, `-` before one for descending. A key named twice counts
 * where it stands first.
 *
 * @returns no terms for an absent or empty parameter
 * @throws FilterError for an unknown key or field, one that cannot be sorted by, or more than 10 keys
 */
export function parseSort(text: string | undefined, keys: FilterKeys): readonly SortTerm[] {
  if (text === undefined || text === '') return [];
  const parts = text.split(',');
  if (parts.length > MAXIMUM_TERMS) {
    throw new FilterError('malformed', '/sort', `Sort by at most ${MAXIMUM_TERMS} keys.`);
  }
  const terms = new Map<string, SortTerm>();
  for (const part of parts) {
    const descending = part.startsWith('-');
    const key = descending ? part.slice(1) : part;
    if (key === '') throw new FilterError('malformed', '/sort', 'Between two commas stands no key.');
    const known = keys.get(key);
    if (known === undefined) throw unknownKey('sort', key, keys, '/sort');
    if (known.sortable === false) throw new FilterError('malformed', '/sort', `"${key}" cannot be sorted by.`);
    if (!terms.has(key)) terms.set(key, { key, descending });
  }
  return [...terms.values()];
}

/**
 * The list of an `order by`: the terms, rows without the value last in either direction, then the id, so that the order
 * is total and pages never overlap (D4). The id goes the way of the last term, so one index serves both directions.
 *
 * @param id the tie-breaker, unique per row
 */
export function compileSort(terms: readonly SortTerm[], columns: FilterColumns, id: Fragment): Fragment {
  const parts = terms.map(({ key, descending }) => compileTerm(columns(key), key, descending));
  return sql.join([...parts, sql`${id}${direction(terms.at(-1)?.descending ?? true)}`], sql.raw(', '));
}

/** A sort order in two: of the rows that have the value of its first term, and of the others, which come after them. */
export interface SplitSort {
  /** The value of the first term; null where a row has none. */
  readonly key: Fragment;
  /** The order of the rows that have it, which is that of an index without the others, in either direction. */
  readonly present: Fragment;
  readonly absent: Fragment;
  /** Where the value is in another table: it, and what joins it. The order of the rows that have a value is that of its index. */
  readonly joined: JoinedColumn | undefined;
}

/** The order of {@link compileSort} in two parts; undefined when its first term is no indexed text or number, nor a column of another table. */
export function splitSort(terms: readonly SortTerm[], columns: FilterColumns, id: Fragment): SplitSort | undefined {
  const [first, ...rest] = terms;
  const column = first === undefined ? undefined : columns(first.key);
  if (first === undefined || column === undefined) return undefined;
  const joined = column.kind === 'joined' ? column : undefined;
  if (joined === undefined && !isIndexedField(column)) return undefined;
  const value = sortValue(joined?.column ?? column, first.key);
  const key = (column.kind === 'jsonb' ? column.indexed?.beginning?.of : undefined) ?? value;
  const way = direction(first.descending);
  const absent = sql.join(
    [
      ...rest.map((term) => compileTerm(columns(term.key), term.key, term.descending)),
      sql`${id}${direction(terms.at(-1)?.descending ?? true)}`,
    ],
    sql.raw(', '),
  );
  const ties = key === value ? sql`` : sql`${value}${way}, `;
  return { key, present: sql`${key}${way}, ${ties}${absent}`, absent, joined };
}

const isIndexedField = (column: FilterColumn): boolean =>
  column.kind === 'jsonb' && column.indexed !== undefined && (column.type === 'text' || column.type === 'number');

function compileTerm(column: FilterColumn, key: string, descending: boolean): Fragment {
  if (column.kind === 'jsonb' && column.type === 'text' && column.indexed?.beginning !== undefined) {
    // Sorted by its index but for ties of the beginning, which PostgreSQL sorts among themselves.
    const order = sql`${direction(descending)} nulls last`;
    return sql`${column.indexed.beginning.of}${order}, ${sortValue(column, key)}${order}`;
  }
  const nulls = sql.raw(column.kind !== 'computed' && 'nullable' in column && !column.nullable ? '' : ' nulls last');
  return sql`${sortValue(column, key)}${direction(descending)}${nulls}`;
}

const direction = (descending: boolean): Fragment => sql.raw(descending ? ' desc' : '');

function sortValue(column: FilterColumn, key: string): Fragment {
  switch (column.kind) {
    case 'computed':
      throw new Error(`the filter key ${key} cannot be sorted by`);
    case 'joined':
      return column.value;
    case 'text':
      return sql`${column.expression} collate "C"`;
    case 'jsonb':
      return sortJson(column.expression, column.type);
    default:
      return column.expression;
  }
}

/** A stored value of another type than the declared one sorts as if it were absent. */
function sortJson(expression: Fragment, type: 'text' | 'number' | 'boolean' | 'json'): Fragment {
  switch (type) {
    case 'text':
      return sql`${textOf(expression)} collate "C"`;
    case 'number':
      return numberOf(expression);
    case 'boolean':
      return sql`(case when jsonb_typeof(${expression}) = 'boolean' then ${expression} end)`;
    case 'json':
      return sql`nullif(${expression}, 'null'::jsonb)`;
  }
}
