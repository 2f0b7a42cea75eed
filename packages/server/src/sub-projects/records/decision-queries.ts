import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** The newest definition of a DMN file that was deployed before. */
export interface KnownDecisions {
  readonly key: string;
  readonly definitionId: string;
  readonly number: number;
  readonly fingerprint: string;
}

/** The newest definition of every DMN file of a sub-project, also of those that its document no longer has. */
export async function findKnownDecisions(tx: Transaction, subProjectId: string): Promise<readonly KnownDecisions[]> {
  return tx<KnownDecisions>`
    select distinct on (key) key, id as "definitionId", number, fingerprint from decision_definitions
    where sub_project_id = ${subProjectId} order by key, number desc`;
}

export interface NewDecisionDefinition {
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly dmn: string;
  /** Ids of the definitions that it imports. */
  readonly imports: readonly string[];
  readonly fingerprint: string;
  /** Its decisions and decision services. */
  readonly decisions: readonly { readonly id: string; readonly versionTag: string | null }[];
}

/** Adds immutable definitions: two statements however many there are. */
export async function insertDecisionDefinitions(
  tx: Transaction,
  subProjectId: string,
  definitions: readonly NewDecisionDefinition[],
  createdTs: Date,
): Promise<void> {
  if (definitions.length === 0) return;
  await tx`
    insert into decision_definitions (sub_project_id, id, key, number, dmn, imports, fingerprint, created_ts)
    select ${subProjectId}, id, key, number, dmn, imports, fingerprint, ${createdTs}
    from jsonb_to_recordset(${sql.json(definitions.map(({ decisions: _, ...definition }) => definition))}) as definition
      (id uuid, key text, number integer, dmn text, imports uuid[], fingerprint text)`;
  const decisions = definitions.flatMap(({ id: definitionId, decisions }) =>
    decisions.map(({ id: decisionId, versionTag }) => ({ decisionId, definitionId, versionTag })),
  );
  await tx`
    insert into definition_decisions (sub_project_id, decision_id, created_ts, definition_id, version_tag)
    select ${subProjectId}, "decisionId", ${createdTs}, "definitionId", "versionTag"
    from jsonb_to_recordset(${sql.json(decisions)}) as decision
      ("decisionId" text, "definitionId" uuid, "versionTag" text)`;
}

/** One immutable version of a DMN file. */
export interface DecisionDefinitionRow {
  readonly id: string;
  readonly key: string;
  readonly number: number;
  readonly dmn: string;
  readonly imports: readonly string[];
  readonly createdTs: Date;
}

const columns = sql`id, key, number, dmn, imports, created_ts as "createdTs"`;

/** A definition of the sub-project by primary key. */
export async function findDecisionDefinition(
  db: Queryable,
  subProjectId: string,
  id: string,
): Promise<DecisionDefinitionRow | undefined> {
  const [row] = await db<DecisionDefinitionRow>`
    select ${columns} from decision_definitions where sub_project_id = ${subProjectId} and id = ${id}`;
  return row;
}

/** The id of a version of a DMN file by its number. */
export async function findDecisionVersion(
  db: Queryable,
  subProjectId: string,
  key: string,
  number: number,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select id from decision_definitions
    where sub_project_id = ${subProjectId} and key = ${key} and number = ${number}`;
  return row?.id;
}

/** The id of the definition of a decision that was current when the definition of the calling workflow was deployed. */
export async function findDecisionDeployedWith(
  db: Queryable,
  { subProjectId, decisionId }: { readonly subProjectId: string; readonly decisionId: string },
  callerId: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select d.definition_id as id from definition_decisions d
    where d.sub_project_id = ${subProjectId} and d.decision_id = ${decisionId}
      and d.created_ts <= (select caller.created_ts from workflow_definitions caller
        where caller.sub_project_id = ${subProjectId} and caller.id = ${callerId})
    order by d.created_ts desc, d.definition_id desc limit 1`;
  return row?.id;
}

/** The id of the newest definition of a decision with a version tag. */
export async function findTaggedDecision(
  db: Queryable,
  { subProjectId, decisionId }: { readonly subProjectId: string; readonly decisionId: string },
  versionTag: string,
): Promise<string | undefined> {
  const [row] = await db<{ id: string }>`
    select d.definition_id as id from definition_decisions d
    where d.sub_project_id = ${subProjectId} and d.decision_id = ${decisionId} and d.version_tag = ${versionTag}
    order by d.created_ts desc, d.definition_id desc limit 1`;
  return row?.id;
}
