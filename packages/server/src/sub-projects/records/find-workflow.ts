import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

/** A workflow of a sub-project, retired or not. */
export interface WorkflowRow {
  readonly id: string;
  readonly key: string;
  readonly currentDefinitionId: string;
}

/** A workflow of the sub-project by primary key, or undefined; an id that is no UUID names nothing. */
export async function findWorkflow(
  db: Queryable,
  subProjectId: string,
  workflowId: string,
): Promise<WorkflowRow | undefined> {
  if (!isUuid(workflowId)) return undefined;
  const [row] = await db<WorkflowRow>`
    select id, key, current_definition_id as "currentDefinitionId" from workflows
    where sub_project_id = ${subProjectId} and id = ${workflowId}`;
  return row;
}

/**
 * The workflow `w` that a row of another table names: what stands after `join`.
 *
 * @param row alias of a table with `sub_project_id` and `workflow_id`
 */
export const workflowOf = (row: Fragment): Fragment =>
  sql`workflows w on w.sub_project_id = ${row}.sub_project_id and w.id = ${row}.workflow_id`;

/** The key of the workflow of {@link workflowOf}: what the `call` list of a role names. */
export const workflowKey: Fragment = sql`w.key`;

/** The name of the workflow of {@link workflowOf}. */
export const workflowName: Fragment = sql`w.name`;
