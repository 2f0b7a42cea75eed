import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

/** One immutable version of a workflow's diagram. */
export interface DefinitionRow {
  readonly id: string;
  readonly workflowId: string;
  readonly number: number;
  readonly bpmnProcessId: string;
  readonly bpmn: string;
}

/** A definition of the sub-project by primary key. */
export async function findDefinition(
  db: Queryable,
  subProjectId: string,
  id: string,
): Promise<DefinitionRow | undefined> {
  const [row] = await db<DefinitionRow>`
    select id, workflow_id as "workflowId", number, bpmn_process_id as "bpmnProcessId", bpmn
    from workflow_definitions where sub_project_id = ${subProjectId} and id = ${id}`;
  return row;
}

/** The id of a version of a workflow by its number. */
export async function findDefinitionByNumber(
  db: Queryable,
  subProjectId: string,
  workflowId: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from workflow_definitions
    where sub_project_id = ${subProjectId} and workflow_id = ${workflowId} and number = ${number}`;
  return row?.id;
}

/** A BPMN process of a sub-project, by the id its diagram gives it. */
export interface BpmnProcessKey {
  readonly subProjectId: string;
  readonly bpmnProcessId: string;
}

/** The id of the newest current definition of a BPMN process; of several workflows the latest deployed. */
export async function findLatest(db: Queryable, process: BpmnProcessKey): Promise<string | undefined> {
  return newestOf(
    db,
    process,
    sql`exists (select from workflows w where w.sub_project_id = d.sub_project_id and w.id = d.workflow_id
      and w.current_definition_id = d.id and not w.retired)`,
  );
}

/** The id of the definition of a BPMN process that was current when the caller's definition was deployed. */
export async function findDeployedWith(
  db: Queryable,
  process: BpmnProcessKey,
  callerId: string,
): Promise<string | undefined> {
  return newestOf(
    db,
    process,
    sql`d.created_ts <= (select caller.created_ts from workflow_definitions caller
      where caller.sub_project_id = ${process.subProjectId} and caller.id = ${callerId})`,
  );
}

/** The id of the newest definition of a BPMN process with a version tag. */
export async function findTagged(
  db: Queryable,
  process: BpmnProcessKey,
  versionTag: string,
): Promise<string | undefined> {
  return newestOf(db, process, sql`d.version_tag = ${versionTag}`);
}

async function newestOf(
  db: Queryable,
  { subProjectId, bpmnProcessId }: BpmnProcessKey,
  condition: Fragment,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select d.id from workflow_definitions d
    where d.sub_project_id = ${subProjectId} and d.bpmn_process_id = ${bpmnProcessId} and ${condition}
    order by d.created_ts desc, d.id desc limit 1`;
  return row?.id;
}
