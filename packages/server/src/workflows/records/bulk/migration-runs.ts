import type { RunState } from '@millrace/engine';
import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';

/** Which runs are migrated: unfinished ones of a workflow that follow another version than the target. */
export interface MigrationSearch {
  readonly subProjectId: string;
  /** Condition over the process `p` of a run. */
  readonly visible: Fragment;
  readonly workflowId: string;
  /** The version that they follow now; undefined: any other than the target. */
  readonly from: string | undefined;
  readonly to: string;
}

/** The rows `r` of the runs. Follows `runs_unfinished`, so the cost grows with the unfinished runs of the sub-project. */
export function migratableRuns({ subProjectId, visible, workflowId, from, to }: MigrationSearch): Fragment {
  const conditions = [
    sql`r.sub_project_id = ${subProjectId}`,
    sql`r.ended_ts is null`,
    sql`r.workflow_id = ${workflowId}`,
    sql`r.definition_id <> ${to}`,
    from === undefined ? sql`true` : sql`r.definition_id = ${from}`,
    visible,
  ];
  return sql`from runs r join ${processOf(sql`r`)} where ${sql.and(conditions)}`;
}

/** A run that could be migrated. */
export interface MigratableRun {
  readonly id: string;
  readonly definitionId: string;
  readonly state: RunState;
}

/** One page of them, in the order of their ids, the newest first. @param before undefined: the first page */
export async function pageOfMigratableRuns(
  db: Queryable,
  search: MigrationSearch,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly MigratableRun[]> {
  const beyond = before === undefined ? sql`` : sql`and r.id < ${before}`;
  return db<MigratableRun>`
    select r.id, r.definition_id as "definitionId", r.state ${migratableRuns(search)} ${beyond}
    order by r.id desc limit ${limit}`;
}
