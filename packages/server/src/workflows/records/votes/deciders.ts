import type { Queryable } from '../../../postgres/database.js';

const TASK = 'task:';

/** Who started a run, and who decided or voted at the tasks that the rules name, or for whom a substitute did: one statement. */
export async function listDeciders(
  db: Queryable,
  subProjectId: string,
  runId: string,
  separation: readonly string[],
): Promise<readonly { readonly rule: string; readonly person: string }[]> {
  const elements = separation.filter((rule) => rule.startsWith(TASK)).map((rule) => rule.slice(TASK.length));
  return db<{ rule: string; person: string }>`
    select 'starter' as rule, r.created_by as person from runs r
    where r.sub_project_id = ${subProjectId} and r.id = ${runId} and 'starter' = any(${separation}::text[])
    union
    select ${TASK} || t.element_id, t.completed_by from tasks t
    where t.sub_project_id = ${subProjectId} and t.run_id = ${runId} and t.element_id = any(${elements}::text[])
      and t.completed_by is not null
    union
    select ${TASK} || t.element_id, t.on_behalf_of from tasks t
    where t.sub_project_id = ${subProjectId} and t.run_id = ${runId} and t.element_id = any(${elements}::text[])
      and t.on_behalf_of is not null
    union
    select ${TASK} || t.element_id, person.id::text
    from tasks t join task_votes v on v.sub_project_id = t.sub_project_id and v.task_id = t.id
    cross join lateral (values (v.voter_id), (v.on_behalf_of)) as person (id)
    where person.id is not null and t.sub_project_id = ${subProjectId} and t.run_id = ${runId} and t.element_id = any(${elements}::text[])`;
}
