import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { type RunRow, runColumns } from './run-row.js';

/** A run with whether the given condition over its process `p` holds. */
export type FoundRun = RunRow & { readonly covered: boolean };

/** A run of the sub-project by primary key, or undefined; an id that is no UUID names nothing. */
export async function findRun(
  db: Queryable,
  subProjectId: string,
  runId: string,
  covered: Fragment = sql`true`,
): Promise<FoundRun | undefined> {
  return select(db, subProjectId, runId, covered, sql``);
}

/**
 * As {@link findRun} with the run's row locked until the transaction ends. It is the first lock a transaction takes:
 * tasks and jobs of the run come next, its process last.
 */
export async function lockRun(
  tx: Transaction,
  subProjectId: string,
  runId: string,
  covered: Fragment = sql`true`,
): Promise<FoundRun | undefined> {
  return select(tx, subProjectId, runId, covered, sql`for update of r`);
}

async function select(db: Queryable, subProjectId: string, runId: string, covered: Fragment, lock: Fragment) {
  if (!isUuid(runId)) return undefined;
  const [row] = await db<FoundRun>`
    select ${runColumns}, ${covered} as covered
    from runs r join workflows w on w.id = r.workflow_id join ${processOf(sql`r`)}
    where r.id = ${runId} and r.sub_project_id = ${subProjectId} ${lock}`;
  return row;
}
