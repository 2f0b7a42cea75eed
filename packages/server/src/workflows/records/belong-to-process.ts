import type { Queryable } from '../../postgres/database.js';

/** Whether a task and a run, where they are given, belong to a process. Ids must be UUIDs. */
export async function belongToProcess(
  db: Queryable,
  {
    subProjectId,
    processId,
    taskId = null,
    runId = null,
  }: {
    readonly subProjectId: string;
    readonly processId: string;
    readonly taskId: string | null | undefined;
    readonly runId: string | null | undefined;
  },
): Promise<{ readonly task: boolean; readonly run: boolean }> {
  const [row] = await db<{ task: boolean; run: boolean }>`
    select
      ${taskId}::uuid is null or exists (
        select from tasks t
        where t.sub_project_id = ${subProjectId} and t.id = ${taskId}::uuid and t.process_id = ${processId}) as task,
      ${runId}::uuid is null or exists (
        select from runs r
        where r.sub_project_id = ${subProjectId} and r.id = ${runId}::uuid and r.process_id = ${processId}) as run`;
  return row ?? { task: false, run: false };
}
