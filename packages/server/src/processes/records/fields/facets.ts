import type { FilterScalar } from '../../../filters/filter.js';
import { listOf } from '../../../filters/operand.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { fieldsOfProcess, storedField } from './field-expressions.js';

/** What stands for a value in counters and in the index of equality, see `process_facet` in the schema. */
export const facetOfValue = (value: string | number | boolean | null): Fragment =>
  sql`process_facet(${sql.json(value)}::jsonb)`;

/** The facet of a dynamic field. */
export const facetOfField = (name: string, fields = fieldsOfProcess): Fragment =>
  sql`process_facet(${storedField(name, fields)})`;

/** Whether a facet is that of one of the values; few stand in the condition itself, where an index and the planner see them. */
export function isOneOf(facet: Fragment, value: FilterScalar | readonly FilterScalar[]): Fragment {
  const facets = facetsOf(value);
  const [single] = facets;
  if (single === undefined) return sql.raw('false');
  if (facets.length === 1) return sql`(${facet} = ${single})`;
  return facets.length > FEW_VALUES
    ? sql`(${facet} = any(${madeOnce(facets)}))`
    : sql`(${facet} = any(${arrayOf(facets)}))`;
}

/** Whether it is that of none of them: no index finds such rows, so it is asked of each that is walked over. */
export function isNoneOf(facet: Fragment, value: FilterScalar | readonly FilterScalar[]): Fragment {
  const facets = facetsOf(value);
  return facets.length === 0 ? sql.raw('true') : sql`(${facet} <> all(${madeOnce(facets)}))`;
}

function facetsOf(value: FilterScalar | readonly FilterScalar[]): readonly Fragment[] {
  const { values, hasNull } = listOf(value);
  return [...values, ...(hasNull ? [null] : [])].map(facetOfValue);
}

const arrayOf = (facets: readonly Fragment[]): Fragment => sql`array[${sql.join(facets, sql.raw(', '))}]`;

/**
 * In a sub-select, so that they are made once and not for every row: measured with 60 values and 4,000 rows, 5 s less, with
 * 2 values and 130,000 rows, 1.2 s less.
 */
const madeOnce = (facets: readonly Fragment[]): Fragment => sql`(select ${arrayOf(facets)})::text[]`;

const FEW_VALUES = 8;
