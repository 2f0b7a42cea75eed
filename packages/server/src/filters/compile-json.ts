import { type Fragment, sql } from '../postgres/sql.js';
import type { FilterOperator, FilterScalar } from './filter.js';
import { listOf, scalarOf } from './operand.js';

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/**
 * A condition over a jsonb value of any stored type. `contains` finds a part of a text or an element of an array; order
 * comparisons hold only between values of the operand's own type.
 */
export function compileJson(
  expression: Fragment,
  operator: FilterOperator,
  value: FilterScalar | readonly FilterScalar[],
): Fragment {
  switch (operator) {
    case 'eq':
    case 'in':
      return equals(expression, value);
    case 'ne':
    case 'nin':
      return sql`not coalesce(${equals(expression, value)}, false)`;
    case 'exists':
      return scalarOf(value) === true ? sql`not ${isAbsent(expression)}` : isAbsent(expression);
    case 'contains':
      return sql`(${isOf(expression, 'string')} and strpos(${asText(expression)}, ${scalarOf(value)}) > 0
        or ${isOf(expression, 'array')} and ${expression} @> ${sql.json(scalarOf(value))}::jsonb)`;
    case 'startsWith':
      return sql`(${isOf(expression, 'string')} and starts_with(${asText(expression)}, ${scalarOf(value)}))`;
    default:
      return compare(expression, sql.raw(comparisons[operator]), scalarOf(value));
  }
}

function compare(expression: Fragment, operator: Fragment, value: FilterScalar): Fragment {
  return typeof value === 'number'
    ? sql`(${isOf(expression, 'number')} and ${expression} ${operator} ${sql.json(value)}::jsonb)`
    : sql`(${isOf(expression, 'string')} and ${asText(expression)} collate "C" ${operator} ${value}::text)`;
}

function equals(expression: Fragment, value: FilterScalar | readonly FilterScalar[]): Fragment {
  const { values, hasNull } = listOf(value);
  const [single] = values;
  const same =
    values.length === 1 && single !== undefined
      ? sql`${expression} = ${sql.json(single)}::jsonb`
      : sql`${expression} = any(${values.map((one) => sql.json(one))}::jsonb[])`;
  if (!hasNull) return same;
  return values.length === 0 ? isAbsent(expression) : sql`(${isAbsent(expression)} or ${same})`;
}

/** JSON null counts as absent (D5). */
const isAbsent = (expression: Fragment): Fragment => sql`coalesce(${expression} = 'null'::jsonb, true)`;

const isOf = (expression: Fragment, type: 'string' | 'array' | 'number'): Fragment =>
  sql`jsonb_typeof(${expression}) = ${type}`;

const asText = (expression: Fragment): Fragment => sql`(${expression} #>> '{}')`;
