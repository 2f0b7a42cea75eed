import { type Fragment, sql } from '../postgres/database.js';
import { compileJson } from './compile-json.js';
import { compileNative } from './compile-native.js';
import type { Filter, FilterOperator, FilterScalar } from './filter.js';
import type { FilterColumn, FilterColumns } from './filter-column.js';

/**
 * The SQL condition of a filter (D5). Two-valued where it matters: `ne` and `nin` are exactly the complement of `eq` and
 * `in`, so they match rows that lack the value; null and absent are the same, also in JSON. Text compares by code point,
 * case-sensitively; ids that are no UUIDs match nothing. Every value becomes a parameter.
 */
export function compileFilter(filter: Filter, columns: FilterColumns): Fragment {
  switch (filter.kind) {
    case 'and':
      return sql.and(filter.filters.map((inner) => compileFilter(inner, columns)));
    case 'or':
      return sql.or(filter.filters.map((inner) => compileFilter(inner, columns)));
    case 'condition':
      return compileCondition(columns(filter.key), filter.operator, filter.value);
  }
}

/** The condition of one key; computed columns use it for what they compare in the end. */
export function compileCondition(
  column: FilterColumn,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  switch (column.kind) {
    case 'computed':
      return column.condition(operator, value);
    case 'jsonb':
      return compileJson(column, operator, value);
    default:
      return compileNative(column, operator, value);
  }
}
