import { type Fragment, type Queryable, sql } from '../../../postgres/database.js';
import { type Addressee, addresseeTable, type InboxPart, inParts, onlyMeant, onlyVisible } from './inbox-part.js';

/** Counting stops here, for each addressee in each sub-project and for what is answered. */
const MOST_COUNTED = 1000;
/** Tasks of an addressee in a sub-project that are looked at, visible or not. */
const MOST_LOOKED_AT = 5000;

/** How many open tasks are for somebody. */
export interface InboxCounts {
  readonly mine: number;
  readonly team: number;
  readonly overdue: number;
  /** Whether counting stopped somewhere. */
  readonly atLeast: boolean;
}

interface PartCounts {
  readonly mine: number;
  readonly team: number;
  readonly overdue: number;
  /** Whether there are tasks that were not looked at. */
  readonly cut: boolean;
}

/** That `a` addresses a task of the sub-project to `k`. */
const ofAddressee = (subProjectId: string): Fragment =>
  sql`a.sub_project_id = ${subProjectId} and a.kind = k.kind and a.key = k.key`;

/** Counts the open tasks of the addressees, those that are due earliest first. */
export async function countInbox(
  db: Queryable,
  parts: readonly (InboxPart & { readonly addressees: readonly Addressee[] })[],
  now: Date,
): Promise<InboxCounts> {
  const rows = await inParts<(typeof parts)[number], PartCounts>(
    db,
    parts,
    ({ subProjectId, addressees, visible }) => sql`
      select count(*) filter (where mine) as mine, count(*) filter (where not mine) as team,
        count(*) filter (where due_ts < ${now}) as overdue, (
          select coalesce(bool_or(exists (
            select from task_addressees a where ${ofAddressee(subProjectId)}
            order by a.due_ts, a.task_id offset ${MOST_LOOKED_AT} limit 1)), false)
          from ${addresseeTable(addressees)}) as cut
      from (
        select distinct found.task_id, found.due_ts, k.kind = 'assignee' as mine
        from ${addresseeTable(addressees)} cross join lateral (
          select a.task_id, a.due_ts from (
            select * from task_addressees a where ${ofAddressee(subProjectId)}
            order by a.due_ts, a.task_id limit ${MOST_LOOKED_AT}
          ) a ${onlyMeant(addressees)} ${onlyVisible(visible)}
          order by a.due_ts, a.task_id limit ${MOST_COUNTED + 1}
        ) found
      ) counted`,
  );
  const sum = (of: 'mine' | 'team' | 'overdue') => rows.reduce((total, row) => total + row[of], 0);
  const [mine, team, overdue] = [sum('mine'), sum('team'), sum('overdue')];
  return {
    mine: Math.min(mine, MOST_COUNTED),
    team: Math.min(team, MOST_COUNTED),
    overdue: Math.min(overdue, MOST_COUNTED),
    atLeast: Math.max(mine, team, overdue) > MOST_COUNTED || rows.some(({ cut }) => cut),
  };
}
