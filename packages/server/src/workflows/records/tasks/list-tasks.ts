import { readTotal } from '../../../filters/counting.js';
import type { Page } from '../../../filters/paging.js';
import { isUuid } from '../../../kernel/identifiers.js';
import { type Fragment, sql, type Transaction } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import { type TaskRow, taskColumns } from './task-row.js';

/** Which tasks a list is about. */
export interface TaskSearch {
  readonly subProjectId: string;
  readonly state: TaskRow['state'];
  /** Condition over the process `p` of a task. */
  readonly visible: Fragment;
  /** An id that is no UUID names nothing, so nothing is found. */
  readonly runId?: string | undefined;
  /** As `runId`. */
  readonly processId?: string | undefined;
  /** Only tasks that are assigned to one of these names. */
  readonly assignees?: readonly string[] | undefined;
  /** Only tasks without an assignee that one of these users or groups may take, or that name no candidates. */
  readonly claimableBy?: { readonly users: readonly string[]; readonly groups: readonly string[] } | undefined;
}

/** One page of tasks by priority and age, and how many match (see `boundedMetaOf`): two statements, for one snapshot. */
export async function listTasks(
  tx: Transaction,
  search: TaskSearch,
  page: Page,
): Promise<{ readonly tasks: readonly TaskRow[]; readonly total: number }> {
  const matching = matchingTasks(search);
  const { assignees, claimableBy } = search;
  const inOrder = sql`t.priority desc, t.created_ts, t.id`;
  // Of tasks without an assignee, the index has those in the order of lists only if the order names the column, too.
  const order = claimableBy === undefined ? inOrder : sql`t.assignee, ${inOrder}`;
  const within = sql`limit ${page.limit} offset ${page.offset}`;
  if (assignees === undefined || search.state !== 'OPEN') {
    const tasks = await tx<TaskRow>`select ${taskColumns} ${matching} order by ${order} ${within}`;
    return { tasks, total: await readTotal(tx, matching) };
  }
  // Of each name by itself: PostgreSQL before 18 knows no order of an index for several values.
  const ofEach = matchingTasks({ ...search, assignees: undefined });
  const tasks = await tx<TaskRow>`
    select ${taskColumns} from unnest(${assignees}::text[]) as assigned (name) cross join lateral (
      select t.* ${ofEach} and t.assignee = assigned.name
      order by ${inOrder} limit ${page.limit}::bigint + ${page.offset}::bigint
    ) t order by ${inOrder} ${within}`;
  return { tasks, total: await readTotal(tx, matching) };
}

const matchingTasks = (search: TaskSearch): Fragment =>
  sql`from tasks t join ${processOf(sql`t`)} where ${sql.and(conditionsOf(search))}`;

function conditionsOf(search: TaskSearch): readonly Fragment[] {
  const { subProjectId, state, visible, runId, processId, assignees, claimableBy } = search;
  // The state is text and not a parameter: one of three constants, and PostgreSQL needs it to use the index of open tasks.
  const conditions = [sql`t.sub_project_id = ${subProjectId}`, sql`t.state = ${sql.raw(`'${state}'`)}`];
  if (runId !== undefined) conditions.push(isUuid(runId) ? sql`t.run_id = ${runId}` : sql`false`);
  if (processId !== undefined) conditions.push(isUuid(processId) ? sql`t.process_id = ${processId}` : sql`false`);
  if (assignees !== undefined) conditions.push(sql`t.assignee = any(${assignees}::text[])`);
  if (claimableBy !== undefined) {
    const { users, groups } = claimableBy;
    conditions.push(
      sql`t.assignee is null`,
      sql`(t.candidate_groups && ${groups}::text[] or t.candidate_users && ${users}::text[]
        or (cardinality(t.candidate_groups) = 0 and cardinality(t.candidate_users) = 0))`,
    );
  }
  return [...conditions, visible];
}
