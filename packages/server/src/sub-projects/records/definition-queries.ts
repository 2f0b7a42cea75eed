import type { Queryable } from '../../postgres/database.js';

/** One immutable version of a workflow's diagram. */
export interface DefinitionRow {
  readonly id: string;
  readonly workflowId: string;
  readonly number: number;
  readonly bpmnProcessId: string;
  readonly bpmn: string;
}

export async function findDefinition(db: Queryable, id: string): Promise<DefinitionRow | undefined> {
  const [row] = await db<DefinitionRow>`
    select id, workflow_id as "workflowId", number, bpmn_process_id as "bpmnProcessId", bpmn
    from workflow_definitions where id = ${id}`;
  return row;
}

/** A version of a workflow by its number. */
export async function findDefinitionByNumber(
  db: Queryable,
  workflowId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from workflow_definitions where workflow_id = ${workflowId} and number = ${number}`;
  return row?.id;
}

/** The definition new runs of a workflow start with. */
export async function findCurrentDefinition(db: Queryable, workflowId: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`select current_definition_id as id from workflows where id = ${workflowId}`;
  return row?.id;
}

/** The newest deployed definition of a BPMN process in the sub-project; of several workflows the latest deployed. */
export async function findLatest(
  db: Queryable,
  subProjectId: string,
  bpmnProcessId: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select d.id from workflow_definitions d join workflows w on w.current_definition_id = d.id
    where d.sub_project_id = ${subProjectId} and d.bpmn_process_id = ${bpmnProcessId} and not w.retired
    order by d.created_ts desc, d.id desc limit 1`;
  return row?.id;
}

/** The definition of a BPMN process that was current when the caller's definition was deployed. */
export async function findDeployedWith(
  db: Queryable,
  subProjectId: string,
  bpmnProcessId: string,
  callerId: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select d.id from workflow_definitions d, workflow_definitions caller
    where caller.id = ${callerId} and d.sub_project_id = ${subProjectId} and d.bpmn_process_id = ${bpmnProcessId}
      and d.created_ts <= caller.created_ts
    order by d.created_ts desc, d.id desc limit 1`;
  return row?.id;
}

/** The newest definition of a BPMN process with a version tag. */
export async function findTagged(
  db: Queryable,
  subProjectId: string,
  bpmnProcessId: string,
  versionTag: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from workflow_definitions
    where sub_project_id = ${subProjectId} and bpmn_process_id = ${bpmnProcessId} and version_tag = ${versionTag}
    order by created_ts desc, id desc limit 1`;
  return row?.id;
}
