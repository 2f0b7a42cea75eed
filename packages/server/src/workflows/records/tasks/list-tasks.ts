import { readTotal } from '../../../filters/counting.js';
import type { JoinedColumn } from '../../../filters/filter-column.js';
import type { Page } from '../../../filters/paging.js';
import type { SplitSort } from '../../../filters/sort.js';
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
  readonly claimableBy?: Candidates | undefined;
  /** A further condition over the task `t`. */
  readonly also?: Fragment | undefined;
  /** With `assignees` or `claimableBy`: also the tasks of persons for whom the caller is a substitute. */
  readonly delegated?: readonly DelegatedTasks[] | undefined;
}

interface Candidates {
  readonly users: readonly string[];
  readonly groups: readonly string[];
}

/** The tasks of a person that a substitute may decide. */
export interface DelegatedTasks {
  /** Names of the person: the user id and the ids of clients. */
  readonly users: readonly string[];
  /** Roles of the person. */
  readonly groups: readonly string[];
  /** Null: of all. */
  readonly workflowIds: readonly string[] | null;
  /** Null: all. */
  readonly taskIds: readonly string[] | null;
}

/** One page of tasks by priority and age, or by a value of another table and those without it last, and how many match (see `boundedMetaOf`): two statements, for one snapshot. */
export async function listTasks(
  tx: Transaction,
  search: TaskSearch,
  page: Page,
  sort?: SplitSort,
): Promise<{ readonly tasks: readonly TaskRow[]; readonly total: number }> {
  const matching = matchingTasks(search);
  const { assignees, claimableBy } = search;
  const inOrder = sql`t.priority desc, t.created_ts, t.id`;
  // Of tasks without an assignee, the index has those in the order of lists only if the order names the column, too.
  const order = claimableBy === undefined ? inOrder : sql`t.assignee, ${inOrder}`;
  if (sort?.joined !== undefined) {
    const tasks = await tx<TaskRow>`${pageByJoined(search, page, sort, sort.joined)}`;
    return { tasks, total: await readTotal(tx, matching) };
  }
  const within = sql`limit ${page.limit} offset ${page.offset}`;
  if (assignees === undefined || search.state !== 'OPEN') {
    const tasks = await tx<TaskRow>`select ${taskColumns} ${matching} order by ${order} ${within}`;
    return { tasks, total: await readTotal(tx, matching) };
  }
  // Of each name by itself: PostgreSQL before 18 knows no order of an index for several values.
  const names = [...new Set([...assignees, ...(search.delegated ?? []).flatMap(({ users }) => users)])];
  const tasks = await tx<TaskRow>`
    select ${taskColumns} from unnest(${names}::text[]) as assigned (name) cross join lateral (
      select t.* ${matching} and t.assignee = assigned.name
      order by ${inOrder} limit ${page.limit}::bigint + ${page.offset}::bigint
    ) t order by ${inOrder} ${within}`;
  return { tasks, total: await readTotal(tx, matching) };
}

/** The tasks with the value as its index has them, and then the others: neither reads more than the page is far. */
function pageByJoined(
  search: TaskSearch,
  page: Page,
  { key, present, absent }: SplitSort,
  { rows, matches, exists }: JoinedColumn,
): Fragment {
  const conditions = sql.and(conditionsOf(search));
  const most = sql`limit ${page.limit}::bigint + ${page.offset}::bigint`;
  return sql`
    with found as (
      (select t.id, 0 as part, row_number() over (order by ${present}) as place
        from ${rows} join tasks t on ${matches} join ${processOf(sql`t`)}
        where ${conditions} and ${key} is not null order by ${present} ${most})
      union all
      (select t.id, 1, row_number() over (order by ${absent})
        from tasks t join ${processOf(sql`t`)}
        where ${conditions} and not ${exists(sql`${key} is not null`)} order by ${absent} ${most}))
    select ${taskColumns} from found join tasks t on t.sub_project_id = ${search.subProjectId} and t.id = found.id
    order by found.part, found.place limit ${page.limit} offset ${page.offset}`;
}

const matchingTasks = (search: TaskSearch): Fragment =>
  sql`from tasks t join ${processOf(sql`t`)} where ${sql.and(conditionsOf(search))}`;

function conditionsOf(search: TaskSearch): readonly Fragment[] {
  const { subProjectId, state, visible, runId, processId, assignees, claimableBy, delegated = [], also } = search;
  // The state is text and not a parameter: one of three constants, and PostgreSQL needs it to use the index of open tasks.
  const conditions = [sql`t.sub_project_id = ${subProjectId}`, sql`t.state = ${sql.raw(`'${state}'`)}`];
  if (runId !== undefined) conditions.push(isUuid(runId) ? sql`t.run_id = ${runId}` : sql`false`);
  if (processId !== undefined) conditions.push(isUuid(processId) ? sql`t.process_id = ${processId}` : sql`false`);
  if (assignees !== undefined) {
    const own = sql`t.assignee = any(${assignees}::text[])`;
    conditions.push(anyOf(own, delegated, ({ users }) => sql`t.assignee = any(${users}::text[])`));
  }
  if (claimableBy !== undefined) {
    const own = sql`${namesOneOf(claimableBy)} or (cardinality(t.candidate_groups) = 0 and cardinality(t.candidate_users) = 0)`;
    conditions.push(sql`t.assignee is null`, anyOf(own, delegated, namesOneOf));
  }
  if (also !== undefined) conditions.push(also);
  return [...conditions, visible];
}

const namesOneOf = ({ users, groups }: Candidates): Fragment =>
  sql`(t.candidate_groups && ${groups}::text[] or t.candidate_users && ${users}::text[])`;

/** The own tasks, and those of other persons as far as the caller is their substitute. */
const anyOf = (
  own: Fragment,
  delegated: readonly DelegatedTasks[],
  isFor: (tasks: DelegatedTasks) => Fragment,
): Fragment =>
  sql.or([
    own,
    ...delegated.map((tasks) =>
      sql.and([
        isFor(tasks),
        ...(tasks.workflowIds === null ? [] : [sql`t.workflow_id = any(${tasks.workflowIds}::uuid[])`]),
        ...(tasks.taskIds === null ? [] : [sql`t.id = any(${tasks.taskIds}::uuid[])`]),
      ]),
    ),
  ]);
