import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import type { Lease, RunKey } from './job.js';

/** The job of a lease, as long as the lease is current. */
const isCurrent = ({ subProjectId, id, fence }: Lease): Fragment =>
  sql`sub_project_id = ${subProjectId} and id = ${id} and open and leased and fence = ${fence}`;

/** Whether a job is still open under the given lease. Locks the job's row: a transaction that also locks the run locks the run first. */
export async function lockLease(tx: Queryable, lease: Lease): Promise<boolean> {
  const rows = await tx`
    select 1 from jobs where ${isCurrent(lease)} for update`;
  return rows.length > 0;
}

/** As {@link lockLease} for several jobs of a sub-project: the ids of those that are still open under the given leases. */
export async function lockLeases(
  tx: Queryable,
  subProjectId: string,
  leases: readonly Lease[],
): Promise<ReadonlySet<string>> {
  const [ids, fences] = [leases.map(({ id }) => id), leases.map(({ fence }) => fence)];
  const rows = await tx<{ id: string }>`
    select id from jobs where sub_project_id = ${subProjectId} and id = any(${ids}::uuid[]) and open and leased
      and (id, fence) in (select * from unnest(${ids}::uuid[], ${fences}::integer[])) for update`;
  return new Set(rows.map(({ id }) => id));
}

/** Ends a lease and makes the job due again after `delayMs`. False when the lease was not current. */
export async function releaseLease(
  db: Queryable,
  lease: Lease,
  change: { readonly retries: number; readonly delayMs: number; readonly error: string },
): Promise<boolean> {
  const { count } = await db`
    update jobs set leased = false, unfinished = 0, retries = ${change.retries}, last_error = ${change.error},
      due_ts = now() + ${change.delayMs}::float8 * interval '1 millisecond'
    where ${isCurrent(lease)}`;
  return count > 0;
}

/**
 * Ends a lease after one batch of many: the job is due again after `delayMs`, behind those that waited meanwhile, and may fail
 * as often as a new one. The caller has locked the lease. The time is truncated to milliseconds. Rounded up, it would
 * be in the future, and the job would not be due.
 */
export async function requeueJob(tx: Queryable, lease: Lease, delayMs = 0): Promise<void> {
  await tx`
    update jobs set leased = false, unfinished = 0, attempts = 0, last_error = null,
      due_ts = date_trunc('milliseconds', clock_timestamp()) + ${delayMs}::float8 * interval '1 millisecond'
    where ${isCurrent(lease)}`;
}

/**
 * Ends a lease under which nothing was done, e.g. because the worker stops; the attempt does not count. The job is due again
 * after `delayMs`. False when the lease was not current.
 */
export async function returnLease(db: Queryable, lease: Lease, delayMs = 0): Promise<boolean> {
  const { count } = await db`
    update jobs set leased = false, unfinished = 0, attempts = greatest(attempts - 1, 0),
      due_ts = date_trunc('milliseconds', clock_timestamp()) + ${delayMs}::float8 * interval '1 millisecond'
    where ${isCurrent(lease)}`;
  return count > 0;
}

/** As {@link returnLease}, but without waiting for a transaction that has locked the job: the lease then ends by itself. */
export async function returnLeaseUnlessLocked(db: Queryable, lease: Lease): Promise<void> {
  await db`
    with free as materialized (select sub_project_id, id from jobs where ${isCurrent(lease)} for update skip locked)
    update jobs set leased = false, unfinished = 0, attempts = greatest(attempts - 1, 0),
      due_ts = date_trunc('milliseconds', clock_timestamp())
    from free where jobs.sub_project_id = free.sub_project_id and jobs.id = free.id`;
}

/**
 * Counts an attempt at a suspected job before it begins, and prolongs its lease to `leaseMs` from now. In the same statement
 * an attempt that goes on meanwhile is no longer counted: if the process ends now, it is more likely because of this one.
 *
 * @returns false when the lease was not current
 */
export async function countAttempt(db: Queryable, lease: Lease, leaseMs: number, besides?: Lease): Promise<boolean> {
  const acquitted = besides === undefined ? sql`false` : isCurrent(besides);
  const rows = await db<{ id: string }>`
    update jobs set unfinished = unfinished + case when id = ${lease.id} then 1 else -1 end,
      due_ts = case when id = ${lease.id} then now() + ${leaseMs}::float8 * interval '1 millisecond' else due_ts end
    where (${isCurrent(lease)}) or (${acquitted}) returning id`;
  return rows.some(({ id }) => id === lease.id);
}

/** Moves the end of a lease to `leaseMs` from now; its new end, or undefined when the lease was not current. */
export async function prolongLease(db: Queryable, lease: Lease, leaseMs: number): Promise<Date | undefined> {
  const [row] = await db<{ due_ts: Date }>`
    update jobs set due_ts = now() + ${leaseMs}::float8 * interval '1 millisecond'
    where ${isCurrent(lease)} returning due_ts`;
  return row?.due_ts;
}

/** Closes one job whose lease the caller has locked. */
export async function closeJob(tx: Queryable, lease: Lease): Promise<void> {
  await tx`
    update jobs set open = false, leased = false, closed_ts = now()
    where sub_project_id = ${lease.subProjectId} and id = ${lease.id} and open`;
}

/** An external job by its public key, open or not. */
export interface ReportedJob {
  readonly id: string;
  readonly type: string;
  readonly elementKey: number;
  readonly open: boolean;
  readonly leased: boolean;
  readonly fence: number;
  readonly retries: number;
  readonly attempts: number;
}

/** The select list of {@link ReportedJob} over the alias `j`. */
export const reportedColumns = sql.raw(
  'j.id, j.type, j.element_key as "elementKey", j.open, j.leased, j.fence, j.retries, j.attempts',
);

/** The external job `j` with this id of a run: what stands after `join`. @param run alias of `runs` */
export const reportedJobOf = (run: Fragment, id: string): Fragment =>
  sql`jobs j on j.sub_project_id = ${run}.sub_project_id and j.run_id = ${run}.id and j.lane = 'external' and j.id = ${id}`;

/** Forgets jobs closed more than a day ago, which were kept to answer late reports. Bounded per call. */
export async function forgetClosedJobs(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from jobs where (sub_project_id, id) in (
      select sub_project_id, id from jobs where not open and closed_ts < now() - interval '1 day'
      order by closed_ts limit ${limit} for update skip locked)`;
  return count;
}

/** An open job or timer of a run, for people. */
export interface OpenWork {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly elementId: string;
  /** Somebody works on it now. */
  readonly leased: boolean;
  readonly retries: number;
  readonly dueTs: Date;
  readonly lastError: string | null;
}

/** At most 1000, the first due first. */
export async function listOpenWork(db: Queryable, run: RunKey): Promise<readonly OpenWork[]> {
  return db<OpenWork>`
    select id, kind, type, element_id as "elementId", leased and due_ts > now() as leased, retries, due_ts as "dueTs",
      last_error as "lastError"
    from jobs where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and open order by due_ts, id limit 1000`;
}
