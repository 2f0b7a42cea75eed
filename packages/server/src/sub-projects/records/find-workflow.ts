import type { Queryable } from '../../postgres/database.js';

/** A workflow of a sub-project, retired or not. */
export interface WorkflowRow {
  readonly id: string;
  readonly key: string;
  readonly currentDefinitionId: string;
}

export async function findWorkflow(
  db: Queryable,
  subProjectId: string,
  workflowId: string,
): Promise<WorkflowRow | undefined> {
  const [row] = await db<WorkflowRow>`
    select id, key, current_definition_id as "currentDefinitionId" from workflows
    where id = ${workflowId} and sub_project_id = ${subProjectId}`;
  return row;
}
