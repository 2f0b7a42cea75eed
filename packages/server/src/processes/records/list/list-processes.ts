import { type Database, type Fragment, hideParametersFromPlanner, sql } from '../../../postgres/database.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import type { ProcessRow } from '../processes/process-row.js';
import { totalOf } from '../totals/total.js';
import { boundedReading } from './bounded-reading.js';
import type { ListPlan } from './list-plan.js';
import { isReversed, pageOf } from './page.js';

/** A process with the positions of the roles that cover it. */
export interface ListedProcess extends ProcessRow {
  readonly covered: readonly number[];
}

/** A page of processes with its total. */
export interface ProcessList {
  readonly total: number;
  /** Deltas that had to be added up for the total; when there are many, they should be folded. */
  readonly pending: number;
  /** The current configuration of the sub-project in the same snapshot; null when there is none. */
  readonly versionId: string | null;
  readonly processes: readonly ListedProcess[];
}

/**
 * Page, exact total and current configuration in one statement, so all are of one snapshot (D4). Costs: `totalOf`,
 * `pageOf`.
 */
export function processListStatement(plan: ListPlan): Fragment {
  const { expressions, rows } = pageOf(plan);
  const reversed = isReversed(plan);
  const joined = reversed ? sql`listed.position <= t.total - (select ${plan.page.offset}::bigint)` : sql`true`;
  const statement = sql`
    with recursive t as materialized (${totalOf(plan)})${expressions}
    select t.total, t.pending, listed.*,
      (${currentVersionOf(plan.subProjectId)}) as "versionId"
    from t left join (${rows}) listed on ${joined}
    order by listed.position${sql.raw(reversed ? ' desc' : '')}`;
  // Where nothing is filtered the values make no difference, and are cheaper as they are.
  return plan.order !== 'other' && plan.countable?.everything === false
    ? hideParametersFromPlanner(statement)
    : statement;
}

/**
 * Runs {@link processListStatement}. A list for which many processes may have to be read may take only so long.
 *
 * @param readingMs how long the database may read for one request
 * @throws CatalogueError 1232 when it takes longer, which names the fields to index; 1010 when what counters answer is
 * cancelled because it took longer than any statement may
 */
export async function listProcesses(db: Database, plan: ListPlan, readingMs?: number): Promise<ProcessList> {
  const rows = await boundedReading(db, plan, (reader) => reader.run<Row>(processListStatement(plan)), readingMs);
  const { total = 0, pending = 0, versionId = null } = rows[0] ?? {};
  return { total, pending, versionId, processes: rows.filter((row) => row.id !== null) };
}

type Row = Omit<ProcessList, 'processes'> & (ListedProcess | { readonly id: null });
