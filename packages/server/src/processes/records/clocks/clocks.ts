import { type Queryable, sql, type Transaction } from '../../../postgres/database.js';
import { processOf } from '../processes/process-row.js';
import { NO_TASK } from './clock-columns.js';

/** What lists say of a clock. Instants are epoch milliseconds. */
export interface ClockSummary {
  readonly state: 'RUNNING' | 'PAUSED' | 'MET' | 'BREACHED' | 'CANCELLED';
  readonly dueTs: number | null;
  readonly breachedTs: number | null;
  readonly endedTs: number | null;
}

/** A clock by its key in a sub-project. What it counts is the matter of the feature `clocks`. */
export interface ClockRow<Clock extends ClockSummary = ClockSummary> {
  readonly processId: string;
  readonly key: string;
  /** {@link NO_TASK} for a clock of the process. */
  readonly taskId: string;
  readonly clock: Clock;
}

/** A clock to store. */
export interface StoredClock extends ClockRow {
  /** Epoch milliseconds; null: nothing happens to it without a change of its process. */
  readonly nextTs: number | null;
}

/** The clocks of processes, also those of their tasks. */
export const clocksOf = <Clock extends ClockSummary>(
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<readonly ClockRow<Clock>[]> =>
  db<ClockRow<Clock>>`
    select c.process_id as "processId", c.key, c.task_id as "taskId", c.clock from clocks c
    where c.sub_project_id = ${subProjectId} and c.process_id = any(${processIds}::uuid[])
    order by c.process_id, c.key, c.task_id`;

/** Sub-projects with clocks that something happens to by now. @param graceMs events of so long may still come into the log */
export async function findDueClocks(db: Queryable, graceMs: number): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select distinct d.sub_project_id as id from (
      select c.sub_project_id from clocks c where c.next_ts <= now() - ${graceMs} * interval '1 ms'
      order by c.next_ts limit 1000) d`;
  return rows.map(({ id }) => id);
}

/** The clocks that something has happened to until an instant, those that waited longest first. */
export const dueClocks = <Clock extends ClockSummary>(
  db: Queryable,
  subProjectId: string,
  until: Date,
  limit: number,
): Promise<readonly ClockRow<Clock>[]> =>
  db<ClockRow<Clock>>`
    select c.process_id as "processId", c.key, c.task_id as "taskId", c.clock from clocks c
    where c.sub_project_id = ${subProjectId} and c.next_ts <= ${until}
    order by c.next_ts limit ${limit}`;

/** Stores clocks. Those of processes that are gone are left out. @returns the processes that are there */
export async function storeClocks(
  tx: Transaction,
  subProjectId: string,
  rows: readonly StoredClock[],
): Promise<ReadonlySet<string>> {
  if (rows.length === 0) return new Set();
  const textOf = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
  const given = rows.map(({ processId, key, taskId, clock, nextTs }) => ({
    process_id: processId,
    key,
    task_id: taskId,
    state: clock.state,
    // Lists are about what is still to come.
    due_ts: clock.endedTs === null ? textOf(clock.dueTs) : null,
    next_ts: textOf(nextTs),
    clock,
  }));
  const stored = await tx<{ processId: string }>`
    insert into clocks (sub_project_id, process_id, key, task_id, state, due_ts, next_ts, clock)
    select g.sub_project_id, g.process_id, g.key, g.task_id, g.state, g.due_ts, g.next_ts, g.clock
    from (
      select ${subProjectId}::uuid as sub_project_id, given.* from json_to_recordset(${sql.json(given)}::json) as given
        (process_id uuid, key text, task_id uuid, state text, due_ts timestamptz, next_ts timestamptz, clock jsonb)
    ) g join ${processOf(sql`g`)}
    order by g.process_id, g.key, g.task_id for key share of p
    on conflict (sub_project_id, process_id, key, task_id) do update set state = excluded.state, due_ts = excluded.due_ts,
      next_ts = excluded.next_ts, clock = excluded.clock
    returning process_id as "processId"`;
  return new Set(stored.map(({ processId }) => processId));
}

/** Deletes the clocks of a process. */
export async function eraseClocksOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from clocks where sub_project_id = ${subProjectId} and process_id = ${processId}`;
}

/** Deletes clocks of a sub-project. @returns whether there may be more */
export async function clearClocks(tx: Transaction, subProjectId: string, limit: number): Promise<boolean> {
  const gone = await tx<object>`
    delete from clocks where sub_project_id = ${subProjectId} and ctid in (select ctid from clocks where sub_project_id = ${subProjectId} limit ${limit})
    returning 1 as one`;
  return gone.length === limit;
}
