import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';

/** Who a task is for: the row of task_addressees that stands for it. */
export interface Addressee {
  readonly kind: 'assignee' | 'user' | 'group' | 'anyone';
  readonly key: string;
  /** Only tasks of these workflows; null or left out: of all. */
  readonly workflowIds?: readonly string[] | null;
  /** Only these tasks; null or left out: all. */
  readonly taskIds?: readonly string[] | null;
}

/** What an inbox has to look at in one sub-project. */
export interface InboxPart {
  readonly subProjectId: string;
  /** Condition over the process `p` of a task. */
  readonly visible: Fragment;
}

/** Sub-projects of one statement: planning grows with them. */
const PARTS_AT_ONCE = 20;

/** Runs one statement for every 20 parts; `statement` gets the queries of its parts with `union all` between them. */
export async function inParts<Part, Row extends object>(
  db: Queryable,
  parts: readonly Part[],
  query: (part: Part) => Fragment,
  statement: (union: Fragment) => Fragment = (union) => union,
): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < parts.length; first += PARTS_AT_ONCE) {
    const queries = parts.slice(first, first + PARTS_AT_ONCE).map((part) => sql`(${query(part)})`);
    rows.push(...(await db.run<Row>(statement(sql.join(queries, sql` union all `)))));
  }
  return rows;
}

/** The addressees as a table `k` of kind, key, ids of workflows with commas, and whether only some tasks are meant. */
export const addresseeTable = (addressees: readonly Addressee[]): Fragment => {
  const workflows = addressees.map(({ workflowIds }) => workflowIds?.join(',') ?? null);
  const isLimited = addressees.map(({ taskIds }) => taskIds != null);
  return sql`unnest(${addressees.map(({ kind }) => kind)}::text[], ${addressees.map(({ key }) => key)}::text[],
    ${workflows}::text[], ${isLimited}::boolean[]) as k (kind, key, workflows, limited)`;
};

/**
 * Only addressed tasks `a` that are meant for their addressee `k`: of its workflows, and among its tasks. A task that one addressee
 * has may be shown for all of them.
 */
export const onlyMeant = (addressees: readonly Addressee[]): Fragment =>
  sql`${onlyWorkflows(addressees)} ${onlyTaskIds(addressees)}`;

/** Nothing where no addressee has some workflows only. */
const onlyWorkflows = (addressees: readonly Addressee[]): Fragment =>
  addressees.every(({ workflowIds }) => workflowIds == null)
    ? sql``
    : onlyIf(
        'of_workflows',
        sql`select from (select) once where k.workflows is null or exists (
          select from tasks t where t.sub_project_id = a.sub_project_id and t.id = a.task_id
            and t.workflow_id = any(string_to_array(k.workflows, ',')::uuid[]))`,
      );

function onlyTaskIds(addressees: readonly Addressee[]): Fragment {
  if (addressees.every(({ taskIds }) => taskIds == null)) return sql``;
  const ids = [...new Set(addressees.flatMap(({ taskIds }) => taskIds ?? []))];
  return onlyIf('of_tasks', sql`select from (select) once where not k.limited or a.task_id = any(${ids}::uuid[])`);
}

/**
 * A join that keeps the rows for which a query returns a row. `offset 0` makes PostgreSQL ask row by row in the order of the
 * index and stop at the limit; else it would join all rows and sort them.
 *
 * @param alias of the join, which has no columns
 */
export const onlyIf = (alias: string, query: Fragment): Fragment =>
  sql`cross join lateral (${query} offset 0) ${sql.id(alias)}`;

/** Only addressed tasks `a` whose process is visible. */
export const onlyVisible = (visible: Fragment): Fragment =>
  onlyIf('seen', sql`select from (select) once join ${processOf(sql`a`)} where ${visible}`);
