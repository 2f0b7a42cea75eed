import { type Fragment, sql } from '../postgres/sql.js';
import type { FilterOperator, FilterScalar } from './filter.js';
import type { JsonColumn } from './filter-column.js';
import { numberOf, textOf } from './json-value.js';
import { listOf, scalarOf } from './operand.js';

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/**
 * A condition over a jsonb value of any stored type. `contains` finds a part of a text or an element of an array; order
 * comparisons hold only between values of the operand's own type.
 */
export function compileJson(
  column: JsonColumn,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  const { expression } = column;
  switch (operator) {
    case 'eq':
    case 'in':
      return equals(column, value);
    case 'ne':
    case 'nin':
      return sql`not coalesce(${equals(column, value)}, false)`;
    case 'exists':
      return scalarOf(value) === true ? sql`not ${isAbsent(expression)}` : isAbsent(expression);
    case 'contains':
      return sql`(strpos(${textOf(expression)}, ${scalarOf(value)}) > 0
        or jsonb_typeof(${expression}) = 'array' and ${expression} @> ${sql.json(scalarOf(value))}::jsonb)`;
    case 'startsWith':
      return sql`starts_with(${textOf(expression)}, ${scalarOf(value)})`;
    default:
      return compare(expression, sql.raw(comparisons[operator]), scalarOf(value));
  }
}

function compare(expression: Fragment, operator: Fragment, value: FilterScalar): Fragment {
  return typeof value === 'number'
    ? sql`${numberOf(expression)} ${operator} ${sql.json(value)}::jsonb`
    : sql`${textOf(expression)} collate "C" ${operator} ${value}::text`;
}

function equals(column: JsonColumn, value: FilterScalar | readonly FilterScalar[]): Fragment {
  const { values, hasNull } = listOf(value);
  const absent = isAbsent(column.expression);
  if (values.length === 0) return hasNull ? absent : sql.raw('false');
  const same = isOneOf(column, values);
  return hasNull ? sql`(${absent} or ${same})` : same;
}

/** Bare `=` and `= any` over the expressions that indexes have. */
function isOneOf({ type, expression }: JsonColumn, values: readonly (string | number | boolean)[]): Fragment {
  const [single] = values;
  if (type === 'text') {
    return values.length === 1 && single !== undefined
      ? sql`${textOf(expression)} = ${single}::text`
      : sql`${textOf(expression)} = any(${values}::text[])`;
  }
  const typed = type === 'number' ? numberOf(expression) : expression;
  return values.length === 1 && single !== undefined
    ? sql`${typed} = ${sql.json(single)}::jsonb`
    : sql`${typed} = any(${values.map((one) => sql.json(one))}::jsonb[])`;
}

/** JSON null counts as absent (D5). */
const isAbsent = (expression: Fragment): Fragment => sql`coalesce(${expression} = 'null'::jsonb, true)`;
