import type { Queryable } from '../../postgres/database.js';
import type { FieldSchema } from '../document/normal-document.js';
import { comparedAs } from './field-schema.js';
import type { FieldDefinition } from './sub-project.js';

/** A field that the current configuration of a sub-project wants indexed (D18). */
export interface IndexedField {
  readonly subProjectId: string;
  readonly name: string;
  readonly type: FieldDefinition['type'];
}

/** Told after every deployment that changed something, outside its transaction. */
export interface FieldIndexesPort {
  /** Begins, in the background, to make the indexes what the current configurations ask for. */
  update(): void;
  /** How far the fields of a sub-project are. */
  progress(subProjectId: string): Promise<readonly FieldIndexProgress[]>;
}

/** An indexed field of a sub-project: `ready` once filters, sort orders and totals are served by its indexes. */
export interface FieldIndexProgress {
  readonly field: string;
  readonly state: 'building' | 'ready';
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
