import type { Page } from '../../filters/paging.js';
import { hasOpenJob } from '../../jobs/records/job-conditions.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { type ListedRun, listedColumns } from './run-row.js';

/** Which runs a list is about. */
export interface RunSearch {
  readonly subProjectId: string;
  /** Condition over the process `p` of a run. */
  readonly visible: Fragment;
  readonly processId?: string | undefined;
  readonly workflowId?: string | undefined;
  readonly runId?: string | undefined;
  readonly stageKey?: string | undefined;
}

/** One page of runs, newest first. Follows the index `runs_newest`, or the index of the given process, workflow or run. */
export async function listRuns(db: Queryable, search: RunSearch, page: Page): Promise<readonly ListedRun[]> {
  return db<ListedRun>`
    select ${listedColumns} ${matching(search)}
    order by r.created_ts desc, r.id desc limit ${page.limit} offset ${page.offset}`;
}

/** How many runs match; its cost grows with their number. */
export async function countRuns(db: Queryable, search: RunSearch): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total ${matching(search)}`;
  return row?.total ?? 0;
}

function matching({ subProjectId, visible, processId, workflowId, runId, stageKey }: RunSearch): Fragment {
  const conditions = [sql`r.sub_project_id = ${subProjectId}`];
  if (processId !== undefined) conditions.push(sql`r.process_id = ${processId}`);
  if (workflowId !== undefined) conditions.push(sql`r.workflow_id = ${workflowId}`);
  if (runId !== undefined) conditions.push(sql`r.id = ${runId}`);
  if (stageKey !== undefined) conditions.push(sql`r.stage_key = ${stageKey}`);
  return sql`from runs r join ${processOf(sql`r`)} where ${sql.and([...conditions, visible])}`;
}

/**
 * Unfinished runs that nothing will ever wake: no open job or timer, no open task, no wait and no incident. A result that
 * is not empty is a bug. Its cost grows with the unfinished runs of the sub-project.
 *
 * @param visible condition over the process `p` of a run
 */
export async function listStuckRuns(
  db: Queryable,
  subProjectId: string,
  visible: Fragment,
): Promise<readonly ListedRun[]> {
  return db<ListedRun>`
    select ${listedColumns} from runs r join ${processOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} and r.ended_ts is null and ${visible}
      and not ${hasOpenJob(sql`r`)}
      and not exists (
        select from tasks t where t.sub_project_id = r.sub_project_id and t.run_id = r.id and t.state = 'OPEN')
      and not exists (select from subscriptions s where s.sub_project_id = r.sub_project_id and s.run_id = r.id)
      and not exists (
        select from incidents i where i.sub_project_id = r.sub_project_id and i.run_id = r.id and i.resolved_ts is null)
    order by r.created_ts desc, r.id desc limit 1000`;
}

/** Ids of the workflows of the given runs, by run id. */
export async function listWorkflowIds(
  db: Queryable,
  subProjectId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db<{ id: string; workflowId: string }>`
    select id, workflow_id as "workflowId" from runs
    where sub_project_id = ${subProjectId} and id = any(${runIds}::uuid[])`;
  return new Map(rows.map(({ id, workflowId }) => [id, workflowId]));
}
