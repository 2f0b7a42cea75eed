import type { Page } from '../filters/paging.js';
import { type Fragment, type Queryable, sql } from '../postgres/pool.js';
import { pageOf } from './page-of-processes.js';
import type { ProcessRow } from './process-row.js';
import type { Countable } from './totals/countable.js';
import { totalOf } from './totals/total.js';

/** One page of processes, every part over the alias `p`. */
export interface ProcessListQuery {
  readonly subProjectId: string;
  readonly where: Fragment;
  readonly orderBy: Fragment;
  /** The order is that of D4, newest first. */
  readonly newestFirst: boolean;
  /** An `integer[]`, see `FieldVisibility`. */
  readonly covered: Fragment;
  readonly page: Page;
  /** The same condition as counters answer it, if they can. */
  readonly countable: Countable | undefined;
}

/** A process with the positions of the roles that cover it. */
export interface ListedProcess extends ProcessRow {
  readonly covered: readonly number[];
}

export interface ProcessList {
  readonly total: number;
  /** Deltas that had to be added up for the total; when there are many, they should be folded. */
  readonly pending: number;
  /** The current configuration of the sub-project in the same snapshot; null when there is none. */
  readonly versionId: string | null;
  readonly processes: readonly ListedProcess[];
}

/** Page, exact total and current configuration in one statement, so all are of one snapshot (D4). Costs: `totalOf`, `pageOf`. */
export function processListStatement(query: ProcessListQuery): Fragment {
  const { expressions, rows } = pageOf(query);
  return sql`
    with t as materialized (${totalOf(query)})${expressions}
    select t.total, t.pending, listed.*,
      (select s.current_version_id from sub_projects s where s.id = ${query.subProjectId}) as "versionId"
    from t left join (${rows}) listed on true
    order by listed.position`;
}

/** Runs {@link processListStatement}. */
export async function listProcesses(db: Queryable, query: ProcessListQuery): Promise<ProcessList> {
  const rows = await db.run<Omit<ProcessList, 'processes'> & (ListedProcess | { readonly id: null })>(
    processListStatement(query),
  );
  const { total = 0, pending = 0, versionId = null } = rows[0] ?? {};
  return { total, pending, versionId, processes: rows.filter((row) => row.id !== null) };
}
