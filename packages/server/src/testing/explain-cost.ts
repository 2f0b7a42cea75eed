import type { Database } from '../postgres/connection/database.js';
import { createQueryable, type Queryable } from '../postgres/sql/queryable.js';
import { type Fragment, sql } from '../postgres/sql/sql.js';

/** A node of a plan, as EXPLAIN (ANALYZE, FORMAT JSON) describes it. */
interface PlanNode {
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The plans of the statements that `work` runs, in their order; they are executed, and `work` gets no rows of them. */
export async function plansOf(db: Database, work: (db: Queryable) => Promise<unknown>): Promise<readonly PlanNode[]> {
  const plans: PlanNode[] = [];
  const explaining = createQueryable({
    async execute(statement: Fragment) {
      const explained = sql`explain (analyze, timing off, format json) ${statement}`;
      const [row] = await db.run<{ 'QUERY PLAN': readonly { readonly Plan: PlanNode }[] }>(explained);
      plans.push(...(row?.['QUERY PLAN'] ?? []).map(({ Plan }) => Plan));
      return { rows: [], rowCount: 0 } as never;
    },
    script: () => Promise.resolve(),
  });
  await work(explaining);
  return plans;
}

/** The largest number of rows that a node of the plan read. */
export const rowsRead = (node: PlanNode): number =>
  Math.max(
    (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    ...(node.Plans ?? []).map(rowsRead),
  );
