import type { Queryable } from '../../postgres/database.js';

/** Who set which of the given fields of a process, when it was created or later. */
export async function editorsOf(
  db: Queryable,
  { subProjectId, processId, fields }: { subProjectId: string; processId: string; fields: readonly string[] },
): Promise<readonly { readonly field: string; readonly by: string }[]> {
  if (fields.length === 0) return [];
  return db<{ field: string; by: string }>`
    select distinct wanted.name as field, a.by_id as by
    from audit_log a
    cross join unnest(${fields}::text[]) as wanted (name)
    where a.sub_project_id = ${subProjectId} and a.process_id = ${processId} and a.subject_type = 'process'
      and a.after -> 'fields' -> wanted.name is not null`;
}
