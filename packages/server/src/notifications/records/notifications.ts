import type { NotificationReason } from '@millrace/contract';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';

/** What happened for one reason since a person last read it: how often, and the last time. */
export interface Cause {
  readonly count: number;
  /** ISO 8601. */
  readonly at: string;
  /** Id of the user who did it; null: the service. */
  readonly by: string | null;
  readonly taskId: string | null;
  readonly task: string | null;
  readonly runId: string | null;
  readonly commentId: string | null;
  readonly approved: boolean | null;
  /** The version of the row that it was added with; absent before there were e-mails. */
  readonly version?: number;
}

/** By reason; the reasons that nothing happened for are not there. */
export type Causes = Readonly<Partial<Record<NotificationReason, Cause>>>;

/** A row by its key in a sub-project. */
export interface NotificationKey {
  readonly userId: string;
  readonly processId: string;
}

/** What a person is told of a process. */
export interface NotificationRow extends NotificationKey {
  readonly reasons: Causes;
  /** One more with every addition. */
  readonly version: number;
  readonly firstTs: Date;
  readonly lastTs: Date;
  /** Null: unread. */
  readonly readTs: Date | null;
  /** Up to which version an e-mail told of it. */
  readonly mailedVersion: number;
  /** The e-mail that was stored last to tell of it at once. */
  readonly mailId: string | null;
}

/** A row that is stored as unread; what e-mails told of it stays. */
export type UnreadRow = Omit<NotificationRow, 'readTs' | 'mailedVersion'>;

/** Those of the rows that are there, locked until the transaction ends, in the order of their keys. */
export const lockNotifications = (
  tx: Transaction,
  subProjectId: string,
  keys: readonly NotificationKey[],
): Promise<readonly NotificationRow[]> =>
  tx<NotificationRow>`
    select n.user_id as "userId", n.process_id as "processId", n.reasons, n.version, n.first_ts as "firstTs",
      n.last_ts as "lastTs", n.read_ts as "readTs", n.mailed_version as "mailedVersion", n.mail_id as "mailId"
    from notifications n
    join unnest(${keys.map(({ userId }) => userId)}::uuid[], ${keys.map(({ processId }) => processId)}::uuid[])
      as k (user_id, process_id) on n.user_id = k.user_id and n.process_id = k.process_id
    where n.sub_project_id = ${subProjectId}
    order by n.user_id, n.process_id for update of n`;

/** Stores rows as unread. Those of processes that are gone are left out. */
export async function storeNotifications(
  tx: Transaction,
  subProjectId: string,
  rows: readonly UnreadRow[],
): Promise<void> {
  const given = rows.map(({ userId, processId, reasons, version, firstTs, lastTs, mailId }) => ({
    user_id: userId,
    process_id: processId,
    reasons,
    version,
    first_ts: firstTs.toISOString(),
    last_ts: lastTs.toISOString(),
    mail_id: mailId,
  }));
  await tx`
    insert into notifications (sub_project_id, user_id, process_id, reasons, version, first_ts, last_ts, mail_id)
    select g.sub_project_id, g.user_id, g.process_id, g.reasons, g.version, g.first_ts, g.last_ts, g.mail_id
    from (
      select ${subProjectId}::uuid as sub_project_id, given.* from json_to_recordset(${sql.json(given)}::json) as given
        (user_id uuid, process_id uuid, reasons jsonb, version bigint, first_ts timestamptz, last_ts timestamptz,
          mail_id uuid)
    ) g join ${processOf(sql`g`)}
    order by g.user_id, g.process_id for key share of p
    on conflict (sub_project_id, user_id, process_id) do update set reasons = excluded.reasons, version = excluded.version,
      first_ts = excluded.first_ts, last_ts = excluded.last_ts, read_ts = null, mail_id = excluded.mail_id`;
}

/** What an e-mail has told. */
export interface MailedNotification extends NotificationKey {
  readonly subProjectId: string;
  /** The version of the row that it told of. */
  readonly version: number;
}

/**
 * Notes that an e-mail has told a person of rows, which stay locked until the transaction ends.
 *
 * @returns the rows as they are now
 */
export async function noteMailed(
  tx: Transaction,
  userId: string,
  mailed: readonly Omit<MailedNotification, 'userId'>[],
): Promise<readonly (NotificationRow & { readonly subProjectId: string })[]> {
  return tx<NotificationRow & { readonly subProjectId: string }>`
    with told as materialized (
      select n.sub_project_id, n.process_id, k.version from notifications n
      join unnest(${mailed.map(({ subProjectId }) => subProjectId)}::uuid[],
        ${mailed.map(({ processId }) => processId)}::uuid[], ${mailed.map(({ version }) => version)}::bigint[])
        as k (sub_project_id, process_id, version) on k.sub_project_id = n.sub_project_id and k.process_id = n.process_id
      where n.user_id = ${userId} order by n.sub_project_id, n.process_id for update of n
    )
    update notifications n set mailed_version = greatest(n.mailed_version, told.version) from told
    where n.sub_project_id = told.sub_project_id and n.user_id = ${userId} and n.process_id = told.process_id
    returning n.sub_project_id as "subProjectId", n.user_id as "userId", n.process_id as "processId", n.reasons, n.version,
      n.first_ts as "firstTs", n.last_ts as "lastTs", n.read_ts as "readTs", n.mailed_version as "mailedVersion",
      n.mail_id as "mailId"`;
}

/** Notes the e-mail that tells of a row, which is locked. */
export async function setMail(
  tx: Transaction,
  subProjectId: string,
  { userId, processId, mailId }: NotificationKey & { readonly mailId: string },
): Promise<void> {
  await tx`
    update notifications set mail_id = ${mailId}
    where sub_project_id = ${subProjectId} and user_id = ${userId} and process_id = ${processId}`;
}

/** A notification that its person has read. */
export interface ReadNotification {
  readonly processId: string;
  /** What was added later is not read; null: everything is. */
  readonly version: number | null;
}

/** Marks rows of a person as read. @returns how many were not */
export async function markRead(
  tx: Transaction,
  subProjectId: string,
  userId: string,
  read: readonly ReadNotification[],
): Promise<number> {
  const rows = await tx<{ id: string }>`
    with unread as materialized (
      select n.process_id from notifications n
      join unnest(${read.map(({ processId }) => processId)}::uuid[], ${read.map(({ version }) => version)}::bigint[])
        as k (process_id, version) on k.process_id = n.process_id and (k.version is null or n.version <= k.version)
      where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and n.read_ts is null
      order by n.process_id for update of n
    )
    update notifications n set read_ts = now() from unread
    where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and n.process_id = unread.process_id
    returning n.process_id as id`;
  return rows.length;
}

/** Marks rows of a person as read, `limit` at most. @returns how many were not */
export async function markAllRead(
  tx: Transaction,
  subProjectId: string,
  userId: string,
  limit: number,
): Promise<number> {
  const rows = await tx<{ id: string }>`
    with unread as materialized (
      select n.process_id from notifications n
      where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and n.read_ts is null
      order by n.process_id limit ${limit} for update of n
    )
    update notifications n set read_ts = now() from unread
    where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and n.process_id = unread.process_id
    returning n.process_id as id`;
  return rows.length;
}

/** Deletes what people are told of a process, and who watches it. */
export async function eraseNotificationsOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await tx`delete from notifications where sub_project_id = ${subProjectId} and process_id = ${processId}`;
  await tx`delete from process_watchers where sub_project_id = ${subProjectId} and process_id = ${processId}`;
}

/** Notifications to which nothing was added for 90 days, at most `limit` per call; for maintenance. */
export async function forgetNotifications(db: Queryable, limit = 1000): Promise<number> {
  const { count } = await db`
    delete from notifications where (sub_project_id, user_id, process_id) in (
      select sub_project_id, user_id, process_id from notifications where last_ts < now() - interval '90 days'
      limit ${limit} for update skip locked)`;
  return count;
}
