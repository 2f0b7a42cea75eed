import type { RunKey } from '../../jobs/records/job.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { workflowOf } from '../../sub-projects/records/find-workflow.js';
import { type RunRow, runColumns } from './run-row.js';

/** A run, and whether the given condition holds for its process. */
export type FoundRun = RunRow & { readonly covered: boolean };

/**
 * A run by primary key, or undefined; an id that is no UUID names nothing.
 *
 * @param covered condition over the process `p`
 */
export async function findRun(
  db: Queryable,
  run: RunKey,
  covered: Fragment = sql`true`,
): Promise<FoundRun | undefined> {
  return select(db, run, covered, sql``);
}

/**
 * As {@link findRun} with the run's row locked until the transaction ends. It is the first lock a transaction takes:
 * tasks and jobs of the run come next, its process last.
 */
export async function lockRun(
  tx: Transaction,
  run: RunKey,
  covered: Fragment = sql`true`,
): Promise<FoundRun | undefined> {
  return select(tx, run, covered, sql`for update of r`);
}

async function select(db: Queryable, { subProjectId, id }: RunKey, covered: Fragment, lock: Fragment) {
  if (!isUuid(id)) return undefined;
  const [row] = await db<FoundRun>`
    select ${runColumns}, ${covered} as covered from runs r join ${workflowOf(sql`r`)} join ${processOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} and r.id = ${id} ${lock}`;
  return row;
}

/** The status of a run and its process, whether or not somebody sees it. */
export async function findRunStatus(
  db: Queryable,
  run: RunKey,
): Promise<Pick<RunRow, 'status' | 'processId'> | undefined> {
  const [row] = await db<Pick<RunRow, 'status' | 'processId'>>`
    select status, process_id as "processId" from runs where sub_project_id = ${run.subProjectId} and id = ${run.id}`;
  return row;
}

/** The trace id of the request that started a run (D6). */
export async function findRunTraceId(db: Queryable, run: RunKey): Promise<string | undefined> {
  const [row] = await db<{ traceId: string }>`
    select trace_id as "traceId" from runs where sub_project_id = ${run.subProjectId} and id = ${run.id}`;
  return row?.traceId;
}
