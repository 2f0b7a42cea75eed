import { type Fragment, sql } from '../postgres/database.js';
import type { FilterOperator, FilterScalar } from './filter.js';

/** A column of the key's own SQL type: text, uuid, timestamptz, boolean, or any number type. */
export interface NativeColumn {
  readonly kind: 'text' | 'id' | 'timestamp' | 'boolean' | 'number';
  readonly expression: Fragment;
  /** False where the value is never null; spares the sort order what would keep it from an index. Default true. */
  readonly nullable?: boolean;
}

/**
 * A jsonb value whose stored type may differ from the declared one, since the declaration may have changed (D18):
 * comparing never raises an SQL error, a value of another type just does not match.
 */
export interface JsonColumn {
  readonly kind: 'jsonb';
  readonly type: 'text' | 'number' | 'boolean' | 'json';
  readonly expression: Fragment;
  /** How the indexes of the value are used, where it has some. */
  readonly indexed?: IndexedJson;
}

/** The expressions that the indexes of a jsonb value have. */
export interface IndexedJson {
  /** Whether the value is one of these; null stands for an absent value. */
  isOneOf(values: readonly (string | number | boolean | null)[]): Fragment;
  /** Whether the value is none of these. No index finds such rows: PostgreSQL reads them one by one. */
  isNoneOf(values: readonly (string | number | boolean | null)[]): Fragment;
  /** Of a text: its first characters, collated "C", and how many they are. */
  readonly beginning: { readonly of: Fragment; readonly characters: number } | undefined;
}

/** A key without a single value per row, such as a relation: it makes its own condition and cannot be sorted by. */
export interface ComputedColumn {
  readonly kind: 'computed';
  condition(operator: FilterOperator, value: FilterScalar | readonly FilterScalar[]): Fragment;
}

/** A column of another table that has one row for each row of the list, or none: then the value is absent. */
export interface JoinedColumn {
  readonly kind: 'joined';
  /** Over the other row. */
  readonly column: NativeColumn;
  /** The other table with its alias, and the condition that joins it. */
  readonly rows: Fragment;
  readonly matches: Fragment;
  /** Whether there is a row that a condition holds for. */
  exists(condition: Fragment): Fragment;
  /** The value as an expression of the row of the list. */
  readonly value: Fragment;
}

export const joinedColumn = (column: NativeColumn, rows: Fragment, matches: Fragment): JoinedColumn => ({
  kind: 'joined',
  column,
  rows,
  matches,
  exists: (condition) => sql`exists (select 1 from ${rows} where ${matches} and ${condition})`,
  value: sql`(select ${column.expression} from ${rows} where ${matches})`,
});

/** The operators of SQL for comparisons of order. */
export const comparisons = { lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;

/** What a key of a filter reads in SQL. */
export type FilterColumn = NativeColumn | JsonColumn | ComputedColumn | JoinedColumn;

/**
 * What a key reads in SQL.
 *
 * @throws Error for a key that its `FilterKeys` does not have: a defect of the caller
 */
export type FilterColumns = (key: string) => FilterColumn;

/** The columns of a fixed table of keys; a key that is not in it is a defect of the caller. */
export function columnsOf(table: Readonly<Record<string, FilterColumn>>): FilterColumns {
  const columns = new Map(Object.entries(table));
  return (key) => {
    const column = columns.get(key);
    if (column === undefined) throw new Error(`the filter key ${key} has no column`);
    return column;
  };
}

/** The text a jsonb value is, null when it is anything else. Indexes of text fields are over this expression. */
export const textOf = (expression: Fragment): Fragment =>
  sql`(case when jsonb_typeof(${expression}) = 'string' then ${expression} #>> '{}' end)`;

/** The number a jsonb value is, as jsonb; null when it is anything else. Indexes of number fields are over this one. */
export const numberOf = (expression: Fragment): Fragment =>
  sql`(case when jsonb_typeof(${expression}) = 'number' then ${expression} end)`;
