import type { Queryable } from '../postgres/queryable.js';

/** Names of the fields that current configurations want indexed, in a stable order. Reads every current version. */
export async function findIndexedFields(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ name: string }>`
    select distinct field ->> 'name' as name
    from sub_projects s
    join sub_project_versions v on v.id = s.current_version_id
    cross join jsonb_array_elements(v.configuration -> 'document' -> 'fields') field
    where field -> 'schema' -> 'x-indexed' = 'true'::jsonb
    order by name`;
  return rows.map(({ name }) => name);
}

/** The indexes there are; one whose build was cut off is not valid. */
export const findFieldIndexes = (
  db: Queryable,
): Promise<readonly { readonly name: string; readonly valid: boolean }[]> =>
  db<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'processes'::regclass and starts_with(c.relname, 'processes_field_')`;
