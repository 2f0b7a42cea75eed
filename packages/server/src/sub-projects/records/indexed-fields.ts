import type { Queryable } from '../../postgres/database.js';
import type { FieldDefinition, FieldSchema } from '../fields/field-definition.js';
import { comparedAs, isSearchable } from '../fields/field-schema.js';

/** A field that the current configuration of a sub-project wants indexed (D18). */
export interface IndexedField {
  readonly subProjectId: string;
  readonly name: string;
  readonly type: FieldDefinition['type'];
}

/** Every such field of every sub-project, in a stable order. Reads every current version. */
export async function findIndexedFields(db: Queryable): Promise<readonly IndexedField[]> {
  const rows = await db<{ subProjectId: string; name: string; schema: FieldSchema }>`
    select s.id as "subProjectId", field ->> 'name' as name, field -> 'schema' as schema
    from sub_projects s
    join sub_project_versions v on v.sub_project_id = s.id and v.id = s.current_version_id
    cross join jsonb_array_elements(v.configuration -> 'document' -> 'fields') field
    where field -> 'schema' -> 'x-indexed' = 'true'::jsonb
    order by name, s.id`;
  return rows.map(({ subProjectId, name, schema }) => ({ subProjectId, name, type: comparedAs(schema) }));
}

/** The fields of every sub-project that search looks at, in a stable order. Reads every current version. */
export async function findSearchableFields(
  db: Queryable,
): Promise<readonly { readonly subProjectId: string; readonly field: string }[]> {
  const rows = await db<{ subProjectId: string; name: string; schema: FieldSchema }>`
    select s.id as "subProjectId", field ->> 'name' as name, field -> 'schema' as schema
    from sub_projects s
    join sub_project_versions v on v.sub_project_id = s.id and v.id = s.current_version_id
    cross join jsonb_array_elements(v.configuration -> 'document' -> 'fields') with ordinality as f (field, place)
    where field -> 'schema' ?| array['x-searchable', 'x-indexed', 'x-unique']
    order by s.id, place`;
  return rows
    .filter(({ schema }) => isSearchable(schema))
    .map(({ subProjectId, name }) => ({ subProjectId, field: name }));
}
