import type { Queryable } from '../../postgres/database.js';
import { type Fragment, sql } from '../../postgres/database.js';
import { currentVersionOfRow, versionOf } from '../../sub-projects/records/version-queries.js';
import type { JobKind, Lane, LeasedJob } from './job.js';

interface JobRow {
  id: string;
  sub_project_id: string;
  run_id: string | null;
  process_id: string | null;
  kind: JobKind;
  lane: Lane;
  type: string;
  element_id: string;
  element_key: number;
  instance_key: number;
  headers: Record<string, string> | null;
  payload: Record<string, unknown> | null;
  signal_id: string | null;
  definition_id: string | null;
  retries: number;
  attempts: number;
  fence: number;
  unfinished: number;
  due_ts: Date;
  version_id: string | null;
}

const leasedColumns = sql.raw(
  ['id', 'sub_project_id', 'run_id', 'process_id', 'kind', 'lane', 'type', 'element_id', 'element_key', 'instance_key']
    .concat(['headers', 'payload', 'signal_id', 'definition_id', 'retries', 'attempts', 'fence', 'unfinished'])
    .concat(['due_ts'])
    .map((column) => `jobs.${column}`)
    .join(', '),
);

/**
 * Leases due jobs of a lane, the longest due first: one statement, which waits for no lock. `leaseMs` maps a job type
 * to a duration; the key '' is the default. The statement repeats `lane <> 'external'` because PostgreSQL uses the
 * partial index only when it sees that condition. A job that is still leased was not reported: its lease was an attempt
 * that the process of its worker may not have survived, and the first of them is counted here, at no cost. Cost grows with `limit` and with due rows that other workers are
 * leasing at the same instant.
 */
export async function leaseDue(
  db: Queryable,
  lane: Exclude<Lane, 'external'>,
  limit: number,
  worker: string,
  leaseMs: Readonly<Record<string, number>>,
): Promise<readonly LeasedJob[]> {
  const due = sql`
    select sub_project_id, id from jobs where open and lane <> 'external' and lane = ${lane} and due_ts <= now()
    order by due_ts limit ${limit} for update skip locked`;
  const lease = sql`coalesce((${sql.json(leaseMs)}::jsonb ->> jobs.type), (${sql.json(leaseMs)}::jsonb ->> ''))::float8`;
  return takeLease(db, due, lease, worker);
}

/** Leases due external jobs of one type in a sub-project for `leaseMs`; else as {@link leaseDue}. */
export async function leaseExternal(
  db: Queryable,
  subProjectId: string,
  type: string,
  limit: number,
  worker: string,
  leaseMs: number,
): Promise<readonly LeasedJob[]> {
  const due = sql`
    select sub_project_id, id from jobs where open and lane = 'external' and sub_project_id = ${subProjectId} and type = ${type}
      and due_ts <= now()
    order by due_ts limit ${limit} for update skip locked`;
  return takeLease(db, due, sql`${leaseMs}::float8`, worker);
}

/** Whether an external job of a type could be leased now: what a long poll asks before it opens a transaction. */
export async function isExternalDue(db: Queryable, subProjectId: string, type: string): Promise<boolean> {
  const rows = await db`
    select 1 from jobs where open and lane = 'external' and sub_project_id = ${subProjectId} and type = ${type}
      and due_ts <= now() limit 1`;
  return rows.length > 0;
}

/** Milliseconds until the next job of a lane is due: 0 or less when one is due now, undefined without any. */
export async function nextDueIn(db: Queryable, lane: Lane): Promise<number | undefined> {
  const [row] = await db<{ ms: number }>`
    select (extract(epoch from due_ts - now()) * 1000)::float8 as ms
    from jobs where open and lane = ${lane} and lane <> 'external' order by due_ts limit 1`;
  return row?.ms;
}

async function takeLease(db: Queryable, due: Fragment, leaseMs: Fragment, worker: string): Promise<LeasedJob[]> {
  const rows = await db<JobRow>`
    with due as materialized (${due})
    update jobs set leased = true, fence = fence + 1, attempts = attempts + 1, worker = ${worker},
      unfinished = case when leased and unfinished = 0 then 1 else unfinished end,
      due_ts = now() + ${leaseMs} * interval '1 millisecond'
    from due where jobs.sub_project_id = due.sub_project_id and jobs.id = due.id
    returning ${leasedColumns}, (${currentVersionOfRow(sql`jobs.sub_project_id`)}) as version_id`;
  // UPDATE returns in any order; the lease ends are equal, so the order of creation decides (ids are time-ordered).
  return rows.map(leasedJob).sort((a, b) => (a.id < b.id ? -1 : 1));
}

const leasedJob = (row: JobRow): LeasedJob => ({
  id: row.id,
  subProjectId: row.sub_project_id,
  runId: row.run_id,
  processId: row.process_id,
  kind: row.kind,
  lane: row.lane,
  type: row.type,
  elementId: row.element_id,
  elementKey: row.element_key,
  instanceKey: row.instance_key,
  headers: row.headers ?? {},
  payload: row.payload ?? {},
  signalId: row.signal_id,
  definitionId: row.definition_id,
  retries: row.retries,
  attempts: row.attempts,
  fence: row.fence,
  unfinished: row.unfinished,
  deadline: row.due_ts,
  version: versionOf(row.version_id),
});
