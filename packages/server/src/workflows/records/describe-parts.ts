import type { Queryable } from '../../postgres/database.js';

/** Names of tasks and workflows of runs, by the ids of tasks and runs, which must be UUIDs: one statement for each kind. */
export async function describeParts(
  db: Queryable,
  subProjectId: string,
  { taskIds, runIds }: { readonly taskIds: readonly string[]; readonly runIds: readonly string[] },
): Promise<{ readonly tasks: ReadonlyMap<string, string>; readonly workflows: ReadonlyMap<string, string> }> {
  const tasks =
    taskIds.length === 0
      ? []
      : await db<{ id: string; name: string }>`
          select t.id, t.name from tasks t where t.sub_project_id = ${subProjectId} and t.id = any(${taskIds}::uuid[])`;
  const runs =
    runIds.length === 0
      ? []
      : await db<{ id: string; workflowId: string }>`
          select r.id, r.workflow_id as "workflowId" from runs r
          where r.sub_project_id = ${subProjectId} and r.id = any(${runIds}::uuid[])`;
  return {
    tasks: new Map(tasks.map(({ id, name }) => [id, name])),
    workflows: new Map(runs.map(({ id, workflowId }) => [id, workflowId])),
  };
}
