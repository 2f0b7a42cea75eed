import { columnsOf, type FilterColumn, type FilterColumns } from '../filters/filter-column.js';
import { type FilterableField, fieldPrefix } from '../filters/filter-keys.js';
import { type Fragment, sql } from '../postgres/sql.js';
import { storedField } from './field-expressions.js';

const fixed = columnsOf({
  subProjectId_id: { kind: 'id', expression: sql`p.sub_project_id`, nullable: false },
  id: { kind: 'id', expression: sql`p.id`, nullable: false },
  state: { kind: 'text', expression: sql`p.state`, nullable: false },
  priority: { kind: 'text', expression: sql`p.priority`, nullable: false },
  stageKey: { kind: 'text', expression: sql`p.stage_key`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`p.created_ts`, nullable: false },
  updatedTs: { kind: 'timestamp', expression: sql`p.updated_ts`, nullable: false },
});

/**
 * The columns behind `processFilterKeys`, over the alias `p`.
 *
 * @param read what a dynamic field reads; default its stored value
 */
export function processFilterColumns(
  fields: ReadonlyMap<string, FilterableField>,
  read: (name: string) => Fragment = storedField,
): FilterColumns {
  return (key) => {
    if (!key.startsWith(fieldPrefix)) return fixed(key);
    const name = key.slice(fieldPrefix.length);
    const declared = fields.get(name)?.type ?? 'json';
    const column: FilterColumn = {
      kind: 'jsonb',
      type: declared === 'string' ? 'text' : declared,
      expression: read(name),
    };
    return column;
  };
}
