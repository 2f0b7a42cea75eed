import type { Transaction } from '../../postgres/database.js';
import { sql } from '../../postgres/database.js';
import type { WorkflowEntry } from './stored-configuration.js';

/** A workflow that was deployed before, with the definition new runs start with. */
export interface KnownWorkflow {
  readonly id: string;
  readonly key: string;
  readonly definitionId: string;
  readonly definitionNumber: number;
  readonly fingerprint: string;
}

/** Every workflow of a sub-project, also the retired ones. */
export async function findWorkflows(tx: Transaction, subProjectId: string): Promise<readonly KnownWorkflow[]> {
  return tx<KnownWorkflow>`
    select w.id, w.key, w.current_definition_id as "definitionId", d.number as "definitionNumber", d.fingerprint
    from workflows w join workflow_definitions d on d.sub_project_id = w.sub_project_id and d.id = w.current_definition_id
    where w.sub_project_id = ${subProjectId}`;
}

export interface NewDefinition {
  readonly id: string;
  readonly workflowId: string;
  readonly number: number;
  readonly bpmnProcessId: string;
  readonly versionTag: string | null;
  readonly bpmn: string;
  readonly fingerprint: string;
}

/** Adds immutable definitions (D25). */
export async function insertDefinitions(
  tx: Transaction,
  subProjectId: string,
  definitions: readonly NewDefinition[],
  createdTs: Date,
): Promise<void> {
  if (definitions.length === 0) return;
  await tx`
    insert into workflow_definitions
      (id, sub_project_id, workflow_id, number, bpmn_process_id, version_tag, bpmn, fingerprint, created_ts)
    select id, ${subProjectId}, "workflowId", number, "bpmnProcessId", "versionTag", bpmn, fingerprint, ${createdTs}
    from jsonb_to_recordset(${sql.json(definitions)}) as definition
      (id uuid, "workflowId" uuid, number integer, "bpmnProcessId" text, "versionTag" text, bpmn text, fingerprint text)`;
}

/** Makes the given workflows the ones in use; those that are not among them are retired, never deleted. */
export async function replaceWorkflows(
  tx: Transaction,
  subProjectId: string,
  workflows: readonly WorkflowEntry[],
  createdTs: Date,
): Promise<void> {
  await tx`
    update workflows set retired = true
    where sub_project_id = ${subProjectId} and not retired and not (id = any(${workflows.map(({ id }) => id)}::uuid[]))`;
  if (workflows.length === 0) return;
  await tx`
    insert into workflows (id, sub_project_id, key, name, description, stage_keys, current_definition_id, created_ts)
    select id, ${subProjectId}, key, name, description, "stageKeys", "definitionId", ${createdTs}
    from jsonb_to_recordset(${sql.json(workflows)}) as workflow
      (id uuid, key text, name text, description text, "stageKeys" text[], "definitionId" uuid)
    on conflict (sub_project_id, id) do update set
      name = excluded.name, description = excluded.description, stage_keys = excluded.stage_keys,
      current_definition_id = excluded.current_definition_id, retired = false`;
}
