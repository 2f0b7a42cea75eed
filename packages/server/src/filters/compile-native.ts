import { isUuid } from '../kernel/identifiers.js';
import { type Fragment, sql } from '../postgres/database.js';
import { type FilterOperator, type FilterScalar, listOf, scalarOf } from './filter.js';
import type { NativeColumn } from './filter-column.js';

const castOf: { readonly [K in NativeColumn['kind']]: string } = {
  text: 'text',
  id: 'uuid',
  timestamp: 'timestamptz',
  boolean: 'boolean',
  number: 'numeric',
};

const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** A condition over a column of its own SQL type; `=` and `= any` stay bare so that indexes serve them. */
export function compileNative(
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
