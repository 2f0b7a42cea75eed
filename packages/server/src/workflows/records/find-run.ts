import type { RunKey } from '../../jobs/records/job.js';
import { type ReportedJob, reportedColumns, reportedJobOf } from '../../jobs/records/lease-reports.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { type ProcessRow, processColumns, processOf, ROW_LOCK } from '../../processes/records/processes/process-row.js';
import { workflowOf } from '../../sub-projects/records/find-workflow.js';
import { currentVersionOf } from '../../sub-projects/records/version-queries.js';
import { type RunRow, runColumns } from './run-row.js';
import type { LockedTask } from './tasks/find-tasks.js';
import { taskColumns } from './tasks/task-row.js';

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

/**
 * As {@link lockRun} for several runs: those that no other transaction has locked, by their ids. It waits for none, and locks
 * them in the order of their ids, so that two transactions that do so never wait for each other.
 */
export async function lockFreeRuns(
  tx: Transaction,
  subProjectId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, RunRow>> {
  const rows = await tx<RunRow>`
    select ${runColumns} from runs r join ${workflowOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} and r.id = any(${ids}::uuid[]) order by r.id for update of r skip locked`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** What a decision is about, locked by the transaction. */
export interface LockedDecision {
  readonly run: RunRow;
  readonly task: LockedTask;
  readonly process: ProcessRow;
  /** What the condition of {@link lockDecision} selected. */
  readonly covered: readonly number[];
  /** What the condition of what the caller reads selected. */
  readonly read: readonly number[];
  /** The version of the configuration that was in force. */
  readonly versionId: string | null;
}

/**
 * Locks a run, one of its tasks and its process, in this order, with one statement. A row that another transaction changes
 * meanwhile is waited for and read as it is then; which task is the oldest open one is decided before that (D23).
 *
 * @param taskId undefined: the oldest open task
 * @param selected.covered over the process `p`
 * @param selected.read over the process `p`
 * @returns undefined when there is no such run, or it has no such task
 */
export async function lockDecision(
  tx: Transaction,
  { subProjectId, id }: RunKey,
  taskId: string | undefined,
  selected: { readonly covered: Fragment; readonly read: Fragment },
): Promise<LockedDecision | undefined> {
  if (!isUuid(id) || (taskId !== undefined && !isUuid(taskId))) return undefined;
  const which =
    taskId === undefined
      ? sql`(select o.id from tasks o where o.sub_project_id = ${subProjectId} and o.run_id = ${id} and o.state = 'OPEN'
          order by o.created_ts, o.element_key limit 1)`
      : sql`${taskId}`;
  const [row] = await tx<RunRow & Omit<LockedDecision, 'run'>>`
    select ${runColumns}, ${selected.covered} as covered, ${selected.read} as read,
      (${currentVersionOf(subProjectId)}) as "versionId",
      ${asJson(sql`${taskColumns}, t.comment`)} as task, ${asJson(processColumns)} as process
    from runs r join ${workflowOf(sql`r`)}
      join tasks t on t.sub_project_id = r.sub_project_id and t.run_id = r.id and t.id = ${which}
      join ${processOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} and r.id = ${id} for update of r, t ${sql.raw(ROW_LOCK)} of p`;
  if (row === undefined) return undefined;
  const { task, process, covered, read, versionId, ...run } = row;
  return {
    run,
    task: withDates(task, ['dueTs', 'followUpTs', 'createdTs', 'completedTs']),
    process: withDates(process, ['createdTs', 'updatedTs']),
    covered,
    read,
    versionId,
  };
}

/** What a report of an external worker is about, locked by the transaction. */
export interface LockedReport extends Pick<LockedDecision, 'run' | 'process' | 'versionId'> {
  readonly job: ReportedJob;
}

/** As {@link lockDecision}, for an external job. */
export async function lockReport(
  tx: Transaction,
  subProjectId: string,
  jobId: string,
): Promise<LockedReport | undefined> {
  if (!isUuid(jobId)) return undefined;
  const [row] = await tx<RunRow & Omit<LockedReport, 'run'>>`
    select ${runColumns}, (${currentVersionOf(subProjectId)}) as "versionId", ${asJson(reportedColumns)} as job,
      ${asJson(processColumns)} as process
    from runs r join ${workflowOf(sql`r`)} join ${reportedJobOf(sql`r`, jobId)} join ${processOf(sql`r`)}
    where r.sub_project_id = ${subProjectId} for update of r, j ${sql.raw(ROW_LOCK)} of p`;
  if (row === undefined) return undefined;
  const { job, process, versionId, ...run } = row;
  return { run, job, process: withDates(process, ['createdTs', 'updatedTs']), versionId };
}

/** The columns of a table of an outer query as one JSON object. */
const asJson = (columns: Fragment): Fragment => sql`(select to_json(one) from (select ${columns}) as one)`;

/** The members of a row that JSON made strings. */
function withDates<Row extends object>(row: Row, names: readonly (keyof Row & string)[]): Row {
  const dates = names.map((name) => [name, typeof row[name] === 'string' ? new Date(row[name]) : row[name]] as const);
  return { ...row, ...Object.fromEntries(dates) };
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
