import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import type { Lane } from './job.js';
import type { TimerCounts } from './job-figures.js';

/** Open jobs of one lane and type in a sub-project. */
export interface QueueRow {
  readonly lane: Lane;
  readonly type: string;
  readonly waiting: number;
  readonly inWork: number;
  readonly later: number;
  readonly oldestDueTs: Date | null;
  readonly workers: readonly string[];
}

export interface QueueLimits {
  /** Types of external jobs. */
  readonly types: number;
  /** Jobs of one of them that are counted, those that wait and those that are due later. */
  readonly ofType: number;
  /** Open jobs among which the own ones are counted. */
  readonly own: number;
}

const MOST_WORKERS = 20;

/** What is counted of the jobs `j`. A leased job is due when its lease ends. */
const counted: Fragment = sql`count(*) filter (where due_ts <= now()) as waiting,
  count(*) filter (where leased and due_ts > now()) as "inWork",
  count(*) filter (where not leased and due_ts > now()) as later,
  min(due_ts) filter (where due_ts <= now()) as "oldestDueTs",
  (coalesce(array_agg(distinct worker) filter (where leased and due_ts > now() and worker is not null), '{}'))[1:${sql.raw(String(MOST_WORKERS))}] as workers`;

/**
 * External jobs, type by type (a loose index scan of `jobs_external`), so that a type with many jobs costs no more than one
 * with some. One type more than the limit is read.
 */
export const listExternalQueues = (
  db: Queryable,
  subProjectId: string,
  { types, ofType }: QueueLimits,
): Promise<readonly QueueRow[]> => {
  const jobs = sql`select type from jobs where open and lane = 'external' and sub_project_id = ${subProjectId}`;
  const ofTypeWhere = (due: Fragment) => sql`(select due_ts, leased, worker from jobs
    where open and lane = 'external' and sub_project_id = ${subProjectId} and type = types.type and ${due}
    order by due_ts limit ${ofType})`;
  return db<QueueRow>`
    with recursive types as (
      (${jobs} order by type limit 1)
      union all
      select next.type from types cross join lateral (${jobs} and type > types.type order by type limit 1) next
    )
    select 'external' as lane, types.type, found.* from (select type from types limit ${types + 1}) types
    cross join lateral (
      select ${counted} from (${ofTypeWhere(sql`due_ts <= now()`)} union all ${ofTypeWhere(sql`due_ts > now()`)}) j) found`;
};

/** The jobs that Millrace does itself, and how many open jobs were looked at to find them. */
export interface OwnQueues {
  readonly queues: readonly QueueRow[];
  readonly timers: TimerCounts;
  readonly lookedAt: number;
}

/** Jobs of the other lanes among some open jobs, by `jobs_by_run`. One more than the limit is looked at. */
export async function readOwnQueues(
  db: Queryable,
  subProjectId: string,
  overdueSeconds: number,
  { own }: QueueLimits,
): Promise<OwnQueues> {
  const overdue = sql`now() - make_interval(secs => ${overdueSeconds})`;
  const rows = await db<QueueRow & TimerCounts & { readonly isTimer: boolean; readonly lookedAt: number }>`
    with looked_at as materialized (
      select lane, kind, type, due_ts, leased, worker from jobs where sub_project_id = ${subProjectId} and open limit ${own + 1})
    select kind = 'timer' as "isTimer", lane, case when type = '' then kind else type end as type, ${counted},
      count(*) filter (where due_ts > now()) as scheduled,
      count(*) filter (where due_ts <= now() and due_ts > ${overdue}) as due,
      count(*) filter (where due_ts <= ${overdue}) as overdue, (select count(*) from looked_at) as "lookedAt"
    from looked_at j group by 1, 2, 3`;
  const timers = rows.filter(({ isTimer }) => isTimer);
  const sum = (name: keyof TimerCounts) => timers.reduce((total, row) => total + row[name], 0);
  return {
    queues: rows
      .filter(({ isTimer, lane }) => !isTimer && lane !== 'external')
      .map(({ lane, type, waiting, inWork, later, oldestDueTs, workers }) => ({
        ...{ lane, type, waiting, inWork, later, oldestDueTs, workers },
      })),
    timers: { scheduled: sum('scheduled'), due: sum('due'), overdue: sum('overdue') },
    lookedAt: rows[0]?.lookedAt ?? 0,
  };
}
