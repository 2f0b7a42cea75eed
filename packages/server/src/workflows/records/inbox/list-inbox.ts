import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { processOf } from '../../../processes/records/processes/process-row.js';
import type { TimeRange } from '../../search/read-search.js';
import {
  type Addressee,
  addresseeTable,
  type InboxPart,
  inParts,
  onlyIf,
  onlyMeant,
  onlyVisible,
} from './inbox-part.js';

/** Orders of an inbox; `done` is that of completed tasks, the latest first. */
export type InboxSort = 'due' | 'priority' | 'created' | '-created' | 'done';

/** Where a task stands in the order of an inbox. */
export interface InboxPlace {
  readonly subProjectId: string;
  readonly id: string;
  /** When it is due, with `due`; when it was completed, with `done`; else when it was created. Null: it is not due. */
  readonly at: Date | null;
  readonly priority: number;
}

/** What is asked of the tasks beside whose they are; undefined asks nothing. */
export interface InboxConditions {
  readonly workflowIds: readonly string[] | undefined;
  readonly priorityFrom: number | undefined;
  readonly priorityTo: number | undefined;
  readonly due: TimeRange;
  readonly followUp: TimeRange;
  readonly created: TimeRange;
  /** Part of the name, folded. */
  readonly text: string | undefined;
}

/** A page of an inbox. */
export interface InboxPage {
  readonly sort: InboxSort;
  readonly after: Omit<InboxPlace, 'subProjectId'> | undefined;
  readonly limit: number;
}

/** Open tasks that are for one of the addressees, in the order of the page within each statement. */
export const listAddressed = (
  db: Queryable,
  parts: readonly (InboxPart & { readonly addressees: readonly Addressee[] })[],
  conditions: InboxConditions,
  page: InboxPage,
): Promise<readonly InboxPlace[]> => {
  const order = addressedOrders[page.sort === 'done' ? 'due' : page.sort];
  return inParts<(typeof parts)[number], InboxPlace>(
    db,
    parts,
    ({ subProjectId, addressees, visible }) => sql`
      select found.* from ${addresseeTable(addressees)} cross join lateral (
        select a.sub_project_id as "subProjectId", a.task_id as id, nullif(${order.at}, 'infinity') as at, -a.rank as priority
        from task_addressees a ${onlyTasks(conditions)} ${onlyMeant(addressees)} ${onlyVisible(visible)}
        where a.sub_project_id = ${subProjectId} and a.kind = k.kind and a.key = k.key
          and ${sql.and([...addressedConditions(conditions), ...order.after(page)])}
        order by ${order.by} limit ${page.limit}
      ) found`,
    // A task may be for several of the addressees.
    (union) => sql`select distinct * from (${union}) found`,
  );
};

/** Only addressed tasks that fit the conditions on the row of the task; without any it is not read. */
function onlyTasks(conditions: InboxConditions): Fragment {
  const given = commonConditions(conditions);
  return given.length === 0
    ? sql``
    : onlyIf(
        'matching',
        sql`select from tasks t where t.sub_project_id = a.sub_project_id and t.id = a.task_id and ${sql.and(given)}`,
      );
}

/** Tasks that a user completed, the latest first within each statement. */
export const listCompleted = (
  db: Queryable,
  parts: readonly InboxPart[],
  completedBy: string,
  conditions: InboxConditions,
  { after, limit }: InboxPage,
): Promise<readonly InboxPlace[]> => {
  const later = after === undefined ? [] : [sql`(t.completed_ts, t.id) < (${after.at}, ${after.id}::uuid)`];
  return inParts<InboxPart, InboxPlace>(
    db,
    parts,
    ({ subProjectId, visible }) => sql`
      select t.sub_project_id as "subProjectId", t.id, t.completed_ts as at, t.priority
      from tasks t join ${processOf(sql`t`)}
      where t.sub_project_id = ${subProjectId} and t.state = 'COMPLETED' and t.completed_by = ${completedBy}
        and ${sql.and([...taskConditions(conditions), ...commonConditions(conditions), ...later, visible])}
      order by t.completed_ts desc, t.id desc limit ${limit}`,
  );
};

interface AddressedOrder {
  readonly at: Fragment;
  readonly by: Fragment;
  after(page: InboxPage): readonly Fragment[];
}

const addressedOrders: Readonly<Record<Exclude<InboxSort, 'done'>, AddressedOrder>> = {
  due: {
    at: sql`a.due_ts`,
    by: sql`a.due_ts, a.task_id`,
    after: ({ after }) =>
      after === undefined
        ? []
        : [sql`(a.due_ts, a.task_id) > (${after.at ?? 'infinity'}::timestamptz, ${after.id}::uuid)`],
  },
  priority: {
    at: sql`a.created_ts`,
    by: sql`a.rank, a.created_ts, a.task_id`,
    after: ({ after }) =>
      after === undefined
        ? []
        : [
            sql`(a.rank, a.created_ts, a.task_id) > (${-after.priority}::integer, ${after.at}::timestamptz, ${after.id}::uuid)`,
          ],
  },
  created: {
    at: sql`a.created_ts`,
    by: sql`a.created_ts, a.task_id`,
    after: ({ after }) =>
      after === undefined ? [] : [sql`(a.created_ts, a.task_id) > (${after.at}::timestamptz, ${after.id}::uuid)`],
  },
  '-created': {
    at: sql`a.created_ts`,
    by: sql`a.created_ts desc, a.task_id desc`,
    after: ({ after }) =>
      after === undefined ? [] : [sql`(a.created_ts, a.task_id) < (${after.at}::timestamptz, ${after.id}::uuid)`],
  },
};

const within = (column: Fragment, { from, to }: TimeRange): readonly Fragment[] => [
  ...(from === undefined ? [] : [sql`${column} >= ${from}::timestamptz`]),
  ...(to === undefined ? [] : [sql`${column} < ${to}::timestamptz`]),
];

/** Conditions on what task_addressees has itself. */
const addressedConditions = ({ priorityFrom, priorityTo, due, created }: InboxConditions): readonly Fragment[] => [
  ...(priorityFrom === undefined ? [] : [sql`a.rank <= ${-priorityFrom}`]),
  ...(priorityTo === undefined ? [] : [sql`a.rank >= ${-priorityTo}`]),
  ...within(sql`a.due_ts`, due),
  // Infinity is no date.
  ...(due.from === undefined ? [] : [sql`a.due_ts < 'infinity'`]),
  ...within(sql`a.created_ts`, created),
];

/** The same for tasks that are not addressed any more. */
const taskConditions = ({ priorityFrom, priorityTo, due, created }: InboxConditions): readonly Fragment[] => [
  ...(priorityFrom === undefined ? [] : [sql`t.priority >= ${priorityFrom}`]),
  ...(priorityTo === undefined ? [] : [sql`t.priority <= ${priorityTo}`]),
  ...within(sql`t.due_ts`, due),
  ...within(sql`t.created_ts`, created),
];

const commonConditions = ({ workflowIds, followUp, text }: InboxConditions): readonly Fragment[] => [
  ...(workflowIds === undefined ? [] : [sql`t.workflow_id = any(${workflowIds}::uuid[])`]),
  ...within(sql`t.follow_up_ts`, followUp),
  ...(text === undefined ? [] : [sql`strpos(fold_text(t.name), ${text}) > 0`]),
];
