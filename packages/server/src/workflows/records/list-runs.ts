import type { Page } from '../../filters/paging.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import type { PresentableRun } from '../run/present-run.js';

const columns: Fragment = sql`r.id, r.workflow_id as "workflowId", r.process_id as "processId", r.status,
  r.created_ts as "createdTs", r.stage_key as "stageKey", r.updated_ts as "updatedTs"`;

const from: Fragment = sql`from runs r join ${processOf(sql`r`)}`;

/** One page of runs, newest first, by a condition over `r` and `p`. Follows `runs_newest`, or the index of an id given. */
export async function listRuns(db: Queryable, condition: Fragment, page: Page): Promise<readonly PresentableRun[]> {
  return db<PresentableRun>`
    select ${columns} ${from} where ${condition}
    order by r.created_ts desc, r.id desc limit ${page.limit} offset ${page.offset}`;
}

/** How many runs there are; grows with their number. */
export async function countRuns(db: Queryable, condition: Fragment): Promise<number> {
  const [row] = await db<{ total: number }>`select count(*) as total ${from} where ${condition}`;
  return row?.total ?? 0;
}

/**
 * Unfinished runs that nothing will ever wake: no open job or timer, no open task, no wait and no incident. There must be
 * none at any commit. Grows with the unfinished runs of the sub-project.
 */
export async function listStuckRuns(
  db: Queryable,
  subProjectId: string,
  condition: Fragment,
): Promise<readonly PresentableRun[]> {
  return db<PresentableRun>`
    select ${columns} ${from}
    where r.sub_project_id = ${subProjectId} and r.ended_ts is null and ${condition}
      and not exists (select 1 from jobs where jobs.run_id = r.id and jobs.open)
      and not exists (select 1 from tasks where tasks.run_id = r.id and tasks.state = 'OPEN')
      and not exists (select 1 from subscriptions s where s.run_id = r.id)
      and not exists (select 1 from incidents i where i.run_id = r.id and i.resolved_ts is null)
    order by r.created_ts desc, r.id desc limit 1000`;
}

/** The workflow of each of the given runs. */
export async function workflowsOf(db: Queryable, runIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db<{ id: string; workflow_id: string }>`
    select id, workflow_id from runs where id = any(${runIds}::uuid[])`;
  return new Map(rows.map((row) => [row.id, row.workflow_id]));
}
