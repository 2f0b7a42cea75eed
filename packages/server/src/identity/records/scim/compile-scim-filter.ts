import { type Fragment, sql } from '../../../postgres/database.js';

/** A filter of SCIM (RFC 7644, section 3.4.2.2), parsed. */
export type ScimFilter =
  | { readonly op: 'and' | 'or'; readonly filters: readonly ScimFilter[] }
  | { readonly op: 'not'; readonly filter: ScimFilter }
  | { readonly op: 'pr'; readonly attribute: string }
  | { readonly op: Comparison; readonly attribute: string; readonly value: string | number | boolean | null };

export type Comparison = 'eq' | 'ne' | 'co' | 'sw' | 'ew' | 'gt' | 'ge' | 'lt' | 'le';

/** What an attribute is compared as; `special` stands for the whole comparison where an index needs that. */
export interface ScimColumn {
  readonly type: 'text' | 'exactText' | 'boolean' | 'time';
  readonly column: Fragment;
  /** For `eq` alone. */
  readonly equals?: (value: string) => Fragment;
}

/** The columns by attribute, its name in lower case. */
export type ScimColumns = ReadonlyMap<string, ScimColumn>;

/** A filter that names an attribute or a comparison that there is not; `message` says which. */
export class ScimFilterError extends Error {
  override readonly name = 'ScimFilterError';
}

/** The condition of a filter. @throws ScimFilterError */
export function compileScimFilter(filter: ScimFilter, columns: ScimColumns): Fragment {
  switch (filter.op) {
    case 'and':
    case 'or': {
      const [first = sql`true`, ...others] = filter.filters.map((one) => compileScimFilter(one, columns));
      const isAnd = filter.op === 'and';
      return sql`(${others.reduce((left, right) => (isAnd ? sql`${left} and ${right}` : sql`${left} or ${right}`), first)})`;
    }
    case 'not':
      return sql`not coalesce(${compileScimFilter(filter.filter, columns)}, false)`;
    case 'pr':
      return sql`(${columnOf(filter.attribute, columns).column} is not null)`;
    default:
      return comparison(filter.op, columnOf(filter.attribute, columns), filter.value, filter.attribute);
  }
}

function columnOf(attribute: string, columns: ScimColumns): ScimColumn {
  const column = columns.get(attribute.toLowerCase());
  if (column !== undefined) return column;
  throw new ScimFilterError(`"${attribute}" cannot be filtered by; known are ${[...columns.keys()].join(', ')}`);
}

function comparison(
  op: Comparison,
  to: ScimColumn,
  value: string | number | boolean | null,
  attribute: string,
): Fragment {
  const { column, type } = to;
  if (type === 'boolean') {
    const wanted = typeof value === 'string' ? value.toLowerCase() === 'true' : value === true;
    if (op === 'eq') return sql`(${column} = ${wanted})`;
    if (op === 'ne') return sql`(${column} <> ${wanted})`;
    throw new ScimFilterError(`"${attribute}" is true or false; compare it with eq or ne`);
  }
  if (typeof value !== 'string') throw new ScimFilterError(`"${attribute}" is compared with text in quotation marks`);
  return type === 'time' ? ofTime(op, column, value, attribute) : ofText(op, to, value, attribute);
}

function ofText(op: Comparison, { column, type, equals }: ScimColumn, given: string, attribute: string): Fragment {
  const value = type === 'text' ? given.toLowerCase() : given;
  switch (op) {
    case 'eq':
      return equals?.(value) ?? sql`(${column} = ${value}::text)`;
    case 'ne':
      return sql`(${column} is distinct from ${value}::text)`;
    case 'co':
      return sql`(position(${value}::text in ${column}) > 0)`;
    case 'sw':
      return sql`starts_with(${column}, ${value}::text)`;
    case 'ew':
      return sql`(right(${column}, char_length(${value}::text)) = ${value}::text)`;
    default:
      throw new ScimFilterError(`"${attribute}" has no order; compare it with eq, ne, co, sw or ew`);
  }
}

function ofTime(op: Comparison, column: Fragment, value: string, attribute: string): Fragment {
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw new ScimFilterError(`"${attribute}" is compared with a date and time`);
  switch (op) {
    case 'eq':
      return sql`(${column} = ${time})`;
    case 'gt':
      return sql`(${column} > ${time})`;
    case 'ge':
      return sql`(${column} >= ${time})`;
    case 'lt':
      return sql`(${column} < ${time})`;
    case 'le':
      return sql`(${column} <= ${time})`;
    default:
      throw new ScimFilterError(`"${attribute}" is a time; compare it with eq, gt, ge, lt or le`);
  }
}
