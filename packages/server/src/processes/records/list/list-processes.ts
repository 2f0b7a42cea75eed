import { CatalogueError } from '../../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../../kernel/errors/error-ids.js';
import {
  type Database,
  type Fragment,
  hideParametersFromPlanner,
  sql,
  sqlState,
  transaction,
} from '../../../postgres/database.js';
import { currentVersionOf } from '../../../sub-projects/records/version-queries.js';
import type { ProcessRow } from '../processes/process-row.js';
import { totalOf } from '../totals/total.js';
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
export async function listProcesses(db: Database, plan: ListPlan, readingMs = READING_MS): Promise<ProcessList> {
  const rows = await run(db, plan, readingMs);
  const { total = 0, pending = 0, versionId = null } = rows[0] ?? {};
  return { total, pending, versionId, processes: rows.filter((row) => row.id !== null) };
}

type Row = Omit<ProcessList, 'processes'> & (ListedProcess | { readonly id: null });

/** Enough for some million processes. */
const READING_MS = 5000;

async function run(db: Database, plan: ListPlan, readingMs: number): Promise<readonly Row[]> {
  const statement = processListStatement(plan);
  try {
    if (!plan.mayScan) return await db.run<Row>(statement);
    return await transaction(
      db,
      async (tx) => {
        await tx.script(`set local statement_timeout = ${Math.ceil(readingMs)}`);
        return tx.run<Row>(statement);
      },
      { readOnly: true },
    );
  } catch (error) {
    if (sqlState(error) !== QUERY_CANCELED) throw error;
    throw plan.mayScan ? tooMany(plan, error) : notCountedYet(error);
  }
}

const QUERY_CANCELED = '57014';

/**
 * Lists that counters answer take this long only until the counters are built, or while another session locks the
 * table.
 */
const notCountedYet = (cause: unknown): CatalogueError =>
  new CatalogueError(
    errorIds.unavailable,
    'The list took too long. Lists do until all processes, or those of a newly indexed field, are counted: try again later.',
    {
      retryAfter: 30,
      cause,
    },
  );

function tooMany({ slowFields, order }: ListPlan, cause: unknown): CatalogueError {
  const help =
    slowFields.length > 0
      ? `Declare ${slowFields.map((name) => `fields.${name}`).join(', ')} with x-indexed: true, or narrow the filters.`
      : order === 'other'
        ? 'Narrow the filters, take an earlier page, or sort by createdTs: its pages are found at once, however far they are.'
        : 'Narrow the filters: state, priority, stageKey and equality of one field with x-indexed are answered at once.';
  const detail = `More processes would have to be read than one request may. ${help}`;
  return new CatalogueError(errorIds.invalidValue, detail, { errors: [{ pointer: '/filters', detail: help }], cause });
}
