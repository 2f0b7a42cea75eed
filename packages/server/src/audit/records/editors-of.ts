import type { Queryable } from '../../postgres/database.js';

/**
 * Who set which of the given fields of a process, when it was created or later: who changed it, and who entered the values that a run
 * wrote. `field_editors` has what retention took out of the audit log.
 */
export async function editorsOf(
  db: Queryable,
  { subProjectId, processId, fields }: { subProjectId: string; processId: string; fields: readonly string[] },
): Promise<readonly { readonly field: string; readonly by: string }[]> {
  if (fields.length === 0) return [];
  return db<{ field: string; by: string }>`
    select wanted.name as field, editor.id as by
    from audit_log a
    cross join unnest(${fields}::text[]) as wanted (name)
    cross join lateral (
      select a.by_id union all select jsonb_array_elements_text(a.after -> 'enteredBy')
    ) as editor (id)
    where a.sub_project_id = ${subProjectId} and a.process_id = ${processId} and a.subject_type = 'process'
      and a.after -> 'fields' -> wanted.name is not null
    union
    select field, editor_id from field_editors
    where sub_project_id = ${subProjectId} and process_id = ${processId} and field = any(${fields}::text[])`;
}
