import {
  columnsOf,
  type FilterColumn,
  type FilterColumns,
  type IndexedJson,
  textOf,
} from '../../../filters/filter-column.js';
import { FIELD_PREFIX, type FilterableField } from '../../../filters/filter-keys.js';
import { type Fragment, sql } from '../../../postgres/database.js';
import { beginningOf, facetOfField, INDEXED_CHARACTERS, isNoneOf, isOneOf, storedField } from './field-expressions.js';

const fixed = columnsOf({
  subProjectId_id: { kind: 'id', expression: sql`p.sub_project_id`, nullable: false },
  id: { kind: 'id', expression: sql`p.id`, nullable: false },
  state: { kind: 'text', expression: sql`p.state`, nullable: false },
  priority: { kind: 'text', expression: sql`p.priority`, nullable: false },
  stageKey: { kind: 'text', expression: sql`p.stage_key`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`p.created_ts`, nullable: false },
  updatedTs: { kind: 'timestamp', expression: sql`p.updated_ts`, nullable: false },
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
