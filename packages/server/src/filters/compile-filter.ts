import { isUuid } from '../kernel/identifiers.js';
import { type Fragment, sql } from '../postgres/database.js';
import { compileJson } from './compile-json.js';
import { type Filter, type FilterOperator, type FilterScalar, foldedOf, listOf, scalarOf } from './filter.js';
import {
  comparisons,
  type FilterColumn,
  type FilterColumns,
  type JoinedColumn,
  type NativeColumn,
} from './filter-column.js';

/**
 * The SQL condition of a filter (D5). Two-valued where it matters: `ne` and `nin` are exactly the complement of `eq` and
 * `in`, so they match rows that lack the value; null and absent are the same, also in JSON. Text compares by code point,
 * case-sensitively except with `icontains`, `istartsWith` and `ieq`; ids that are no UUIDs match nothing. Every value becomes a parameter.
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
    case 'joined':
      return compileJoined(column, operator, value);
    default:
      return compileNative(column, operator, value);
  }
}

/** The other row may be missing, so its conditions are those that hold for a value; the rest are their complements. */
function compileJoined(
  joined: JoinedColumn,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  const { column } = joined;
  const hasValue = joined.exists(sql`${column.expression} is not null`);
  switch (operator) {
    case 'exists':
      return scalarOf(value) === true ? hasValue : sql`not ${hasValue}`;
    case 'ne':
      return sql`not (${compileJoined(joined, 'eq', value)})`;
    case 'nin':
      return sql`not (${compileJoined(joined, 'in', value)})`;
    case 'eq':
    case 'in': {
      const { values, hasNull } = listOf(value);
      const same = joined.exists(compileNative(column, 'in', values));
      return hasNull ? sql`(${same} or not ${hasValue})` : same;
    }
    default:
      return joined.exists(compileNative(column, operator, value));
  }
}

const castOf: { readonly [K in NativeColumn['kind']]: string } = {
  text: 'text',
  id: 'uuid',
  timestamp: 'timestamptz',
  boolean: 'boolean',
  number: 'numeric',
};

/** A condition over a column of its own SQL type; `=` and `= any` stay bare so that indexes serve them. */
function compileNative(
  column: NativeColumn,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  const { expression } = column;
  switch (operator) {
    case 'eq':
    case 'in':
      return equals(column, value, false);
    case 'ne':
    case 'nin':
      return equals(column, value, true);
    case 'exists':
      return scalarOf(value) === true ? sql`${expression} is not null` : sql`${expression} is null`;
    case 'contains':
      return sql`strpos(${expression}, ${scalarOf(value)}) > 0`;
    case 'startsWith':
      return sql`starts_with(${expression}, ${scalarOf(value)})`;
    case 'icontains':
      return sql`strpos(fold_text(${expression}), ${foldedOf(value)}) > 0`;
    case 'istartsWith':
      return sql`starts_with(fold_text(${expression}), ${foldedOf(value)})`;
    case 'ieq':
      return sql`fold_text(${expression}) = ${foldedOf(value)}`;
    default: {
      const collated = column.kind === 'text' ? sql`${expression} collate "C"` : expression;
      const cast = sql.raw(castOf[column.kind]);
      return sql`${collated} ${sql.raw(comparisons[operator])} ${scalarOf(value)}::${cast}`;
    }
  }
}

function equals(column: NativeColumn, operand: FilterScalar | readonly FilterScalar[], negated: boolean): Fragment {
  const { expression, kind } = column;
  const { values, hasNull } = listOf(operand);
  const cast = sql.raw(castOf[kind]);
  const usable = kind === 'id' ? values.filter((one) => typeof one === 'string' && isUuid(one)) : values;
  const [single] = usable;
  const same =
    usable.length === 1 && single !== undefined
      ? sql`${expression} = ${single}::${cast}`
      : sql`${expression} = any(${usable}::${cast}[])`;
  if (usable.length === 0) {
    if (hasNull) return negated ? sql`${expression} is not null` : sql`${expression} is null`;
    return sql.raw(negated ? 'true' : 'false');
  }
  if (negated) {
    return hasNull ? sql`(${expression} is not null and not (${same}))` : sql`(${expression} is null or not (${same}))`;
  }
  return hasNull ? sql`(${expression} is null or ${same})` : same;
}
