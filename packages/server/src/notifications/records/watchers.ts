import type { WatchCause } from '@millrace/contract';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';

/** More do not watch a process. */
export const MOST_WATCHERS = 500;

/** Somebody who watches a process, or has stopped watching it. */
export interface Watcher {
  readonly processId: string;
  readonly userId: string;
  readonly reason: WatchCause | 'chosen';
  /** The person stopped watching it. */
  readonly muted: boolean;
  readonly sinceTs: Date;
}

/** Who watches processes, and who has stopped watching them, those who began first first. */
export const watchersOf = (
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<readonly Watcher[]> =>
  db<Watcher>`
    select w.process_id as "processId", w.user_id as "userId", w.reason, w.muted, w.since_ts as "sinceTs"
    from process_watchers w where w.sub_project_id = ${subProjectId} and w.process_id = any(${processIds}::uuid[])
    order by w.process_id, w.since_ts, w.user_id`;

/** Adds people who began to watch without asking. Those who have stopped stay so; processes that are gone are left out. */
export async function addWatchers(
  tx: Transaction,
  subProjectId: string,
  watchers: readonly Omit<Watcher, 'muted'>[],
): Promise<void> {
  const given = watchers.map(({ processId, userId, reason, sinceTs }) => ({
    process_id: processId,
    user_id: userId,
    reason,
    since_ts: sinceTs.toISOString(),
  }));
  await tx`
    insert into process_watchers (sub_project_id, process_id, user_id, reason, since_ts)
    select g.sub_project_id, g.process_id, g.user_id, g.reason, g.since_ts
    from (
      select ${subProjectId}::uuid as sub_project_id, given.* from json_to_recordset(${sql.json(given)}::json) as given
        (process_id uuid, user_id uuid, reason text, since_ts timestamptz)
    ) g join ${processOf(sql`g`)}
    order by g.process_id, g.user_id for key share of p
    on conflict do nothing`;
}

/** Stores that somebody watches a process or does not, as this person has asked for. */
export async function setWatching(
  tx: Transaction,
  subProjectId: string,
  { processId, userId, muted }: Pick<Watcher, 'processId' | 'userId' | 'muted'>,
): Promise<void> {
  await tx`
    insert into process_watchers as w (sub_project_id, process_id, user_id, reason, muted, since_ts)
    values (${subProjectId}, ${processId}, ${userId}, 'chosen', ${muted}, now())
    on conflict (sub_project_id, process_id, user_id) do update set muted = excluded.muted,
      reason = case when w.muted and not excluded.muted then excluded.reason else w.reason end,
      since_ts = case when w.muted = excluded.muted then w.since_ts else excluded.since_ts end`;
}
