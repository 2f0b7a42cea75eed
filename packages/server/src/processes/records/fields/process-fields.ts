import { FIELD_PREFIX, type FilterableField, type FilterScalar, listOf } from '../../../filters/filter.js';
import {
  columnsOf,
  type FilterColumn,
  type FilterColumns,
  type IndexedJson,
  numberOf,
  textOf,
} from '../../../filters/filter-column.js';
import { type Fragment, sql } from '../../../postgres/database.js';

/**
 * A name as a literal of the statement's text. Indexes of fields are over expressions with the name in them, and a plan
 * made once for all values of its parameters can use them only if the name is no parameter.
 */
export const literal = (text: string): Fragment => sql.raw(`'${text.replaceAll("'", "''")}'::text`);

/** The column of the process `p`; definitions of indexes have another one, without the alias. */
export const fieldsOfProcess: Fragment = sql`p.fields`;

/** The stored value of a dynamic field, as jsonb; null when it has none. */
export const storedField = (name: string, fields = fieldsOfProcess): Fragment => sql`(${fields} -> ${literal(name)})`;

/** A btree refuses entries beyond 2,700 bytes, so texts are indexed by their beginning: 200 characters, 800 bytes. */
export const INDEXED_CHARACTERS = 200;

/** The part of a text that is indexed for ranges and sorting. It sorts as the text does, but for ties. */
export const beginningOf = (text: Fragment): Fragment =>
  sql`left(${text}, ${sql.raw(String(INDEXED_CHARACTERS))}) collate "C"`;

/** What ranges and sort orders of a field read first, as its index has it; undefined for fields without an order. */
export function sortKeyOf(
  { name, type }: { readonly name: string; readonly type: 'string' | 'number' | 'boolean' | 'json' },
  fields = fieldsOfProcess,
): Fragment | undefined {
  switch (type) {
    case 'string':
      return beginningOf(textOf(storedField(name, fields)));
    case 'number':
      return numberOf(storedField(name, fields));
    default:
      return undefined;
  }
}

/** What stands for a value in counters and in the index of equality, see `process_facet` in the schema. */
export const facetOfValue = (value: string | number | boolean | null): Fragment =>
  sql`process_facet(${sql.json(value)}::jsonb)`;

/** The facet of a dynamic field. */
export const facetOfField = (name: string, fields = fieldsOfProcess): Fragment =>
  sql`process_facet(${storedField(name, fields)})`;

/**
 * Whether a facet is that of one of the values; few stand in the condition itself, where an index and the planner see
 * them.
 */
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

const fixed = columnsOf({
  subProjectId_id: { kind: 'id', expression: sql`p.sub_project_id`, nullable: false },
  id: { kind: 'id', expression: sql`p.id`, nullable: false },
  state: { kind: 'text', expression: sql`p.state`, nullable: false },
  priority: { kind: 'text', expression: sql`p.priority`, nullable: false },
  stageKey: { kind: 'text', expression: sql`p.stage_key`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`p.created_ts`, nullable: false },
  updatedTs: { kind: 'timestamp', expression: sql`p.updated_ts`, nullable: false },
  createdBy: { kind: 'text', expression: sql`p.created_by`, nullable: true },
});

const indexedField = (name: string, type: FilterableField['type']): IndexedJson => ({
  isOneOf: (values) => isOneOf(facetOfField(name), values),
  isNoneOf: (values) => isNoneOf(facetOfField(name), values),
  beginning:
    type === 'string' ? { of: beginningOf(textOf(storedField(name))), characters: INDEXED_CHARACTERS } : undefined,
});

/**
 * The columns behind `processFilterKeys`, over the alias `p`.
 *
 * @param read what a dynamic field reads; default its stored value
 * @param isIndexed whether the indexes of a field serve what `read` reads
 */
export function processFilterColumns(
  fields: ReadonlyMap<string, FilterableField & { readonly indexed?: boolean }>,
  read: (name: string) => Fragment = storedField,
  isIndexed: (name: string) => boolean = (name) => fields.get(name)?.indexed === true,
): FilterColumns {
  return (key) => {
    if (!key.startsWith(FIELD_PREFIX)) return fixed(key);
    const name = key.slice(FIELD_PREFIX.length);
    const declared = fields.get(name)?.type ?? 'json';
    const column: FilterColumn = {
      kind: 'jsonb',
      type: declared === 'string' ? 'text' : declared,
      expression: read(name),
      ...(isIndexed(name) ? { indexed: indexedField(name, declared) } : {}),
    };
    return column;
  };
}
