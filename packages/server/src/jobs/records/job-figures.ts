import { type Queryable, sql } from '../../postgres/database.js';
import type { Lane } from './job.js';

/** Jobs of one lane and type that are due and that no worker has taken. */
export interface WaitingJobs {
  readonly lane: Lane;
  /** The job type; of jobs without one, their kind: timer, continue, bulk-update … */
  readonly type: string;
  /** At most the limit of the statement; see {@link listWaitingJobs}. */
  readonly count: number;
  /** How long the oldest has been due. */
  readonly oldestSeconds: number;
}

/** Types of external jobs that are read at most: each costs one look into the index. */
const MAX_TYPES = 500;

/**
 * Jobs that wait for a worker, by lane and type. Of each lane of the service the jobs that have been due longest are read, at
 * most `limit`, so the oldest is exact and counts stop there. A leased job is not due before its lease ends.
 *
 * External jobs are found type by type (a loose index scan), since their index begins with sub-project and type; a type
 * counts as one job, whatever the number of jobs, because counting would read all of them.
 */
export async function listWaitingJobs(db: Queryable, limit: number): Promise<readonly WaitingJobs[]> {
  const [own, external] = [await listOwn(db, limit), await listExternal(db)];
  return [...own, ...external];
}

const listOwn = (db: Queryable, limit: number): Promise<readonly WaitingJobs[]> => {
  const lanes = (['engine', 'handler', 'background'] as const).map(
    (lane) => sql`(
      select lane, case when type = '' then kind else type end as type, due_ts from jobs
      where open and lane = ${sql.raw(`'${lane}'`)} and due_ts <= now() order by due_ts limit ${limit})`,
  );
  return db<WaitingJobs>`
    select lane, type, count(*) as count, extract(epoch from now() - min(due_ts))::float8 as "oldestSeconds"
    from (${sql.join(lanes, sql` union all `)}) due group by lane, type`;
};

const listExternal = (db: Queryable): Promise<readonly WaitingJobs[]> => db<WaitingJobs>`
  with recursive types as (
    (select sub_project_id, type, due_ts from jobs where open and lane = 'external'
      order by sub_project_id, type, due_ts limit 1)
    union all
    select next.* from types cross join lateral (
      select sub_project_id, type, due_ts from jobs
      where open and lane = 'external' and (sub_project_id, type) > (types.sub_project_id, types.type)
      order by sub_project_id, type, due_ts limit 1) next
  )
  select 'external' as lane, type, count(*) as count, extract(epoch from now() - min(due_ts))::float8 as "oldestSeconds"
  from (select * from types limit ${MAX_TYPES}) found where due_ts <= now() group by type`;

/** Timers of runs by when they are due; each counted up to the limit. */
export interface TimerCounts {
  /** In the future. */
  readonly scheduled: number;
  /** For less than `overdueSeconds`. */
  readonly due: number;
  /** For longer: no worker keeps up. */
  readonly overdue: number;
}

/** Reads `jobs_due`; of the lane `engine`, where timers are, all that is due and as much of the future. */
export async function countTimers(db: Queryable, overdueSeconds: number, limit: number): Promise<TimerCounts> {
  const counted = (condition: ReturnType<typeof sql>) => sql`(select count(*) from (
    select from jobs where open and lane = 'engine' and kind = 'timer' and ${condition} limit ${limit}) counted)`;
  const overdue = sql`now() - make_interval(secs => ${overdueSeconds})`;
  const [row] = await db<TimerCounts>`
    select ${counted(sql`due_ts > now()`)} as scheduled,
      ${counted(sql`due_ts <= now() and due_ts > ${overdue}`)} as due, ${counted(sql`due_ts <= ${overdue}`)} as overdue`;
  return row ?? { scheduled: 0, due: 0, overdue: 0 };
}
