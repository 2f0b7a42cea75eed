import type { Position } from '../../filters/paging.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { processOf } from '../../processes/records/processes/process-row.js';
import { inParts } from '../../workflows/records/inbox/inbox-part.js';
import type { NotificationPart } from './notification-visibility.js';
import type { Causes } from './notifications.js';

/** A notification with what is shown of its process. */
export interface ListedNotification {
  readonly subProjectId: string;
  readonly processId: string;
  readonly reasons: Causes;
  readonly version: number;
  readonly mailedVersion: number;
  readonly firstTs: Date;
  readonly lastTs: Date;
  readonly unread: boolean;
  readonly state: string;
  readonly priority: string;
  readonly stageKey: string;
  readonly processFields: Readonly<Record<string, unknown>> | null;
  readonly grants: readonly string[];
  readonly readBy: readonly number[];
}

/** Which notifications of a person are listed. */
export interface NotificationSearch {
  readonly userId: string;
  /** Condition over `n`, such as {@link unread}. */
  readonly which: Fragment;
  readonly before: Position;
  readonly limit: number;
}

export const all: Fragment = sql`true`;

export const unread: Fragment = sql`n.read_ts is null`;

/** The unread notification about a process. */
export const unreadOf = (processId: string): Fragment => sql`n.read_ts is null and n.process_id = ${processId}`;

/** Unread notifications to which something was added that no e-mail told. @param processId undefined: about any process */
export const unmailed = (processId?: string): Fragment =>
  sql.and([
    sql`n.read_ts is null and n.version > n.mailed_version`,
    ...(processId === undefined ? [] : [sql`n.process_id = ${processId}`]),
  ]);

/** The newest notifications before a place, `limit` at most of each part. */
export const listNotifications = (
  db: Queryable,
  parts: readonly NotificationPart[],
  { userId, which, before, limit }: NotificationSearch,
): Promise<readonly ListedNotification[]> =>
  inParts<NotificationPart, ListedNotification>(
    db,
    parts,
    ({ subProjectId, visible, grants, fields, readBy }) => sql`
      select n.sub_project_id as "subProjectId", n.process_id as "processId", n.reasons, n.version,
        n.mailed_version as "mailedVersion", n.first_ts as "firstTs",
        n.last_ts as "lastTs", n.read_ts is null as unread, p.state, p.priority, p.stage_key as "stageKey",
        (select json_object_agg(f.key, f.value) from jsonb_each(p.fields) f where f.key = any(${fields}::text[]))
          as "processFields", ${grants} as grants, ${readBy} as "readBy"
      from notifications n join ${processOf(sql`n`)}
      where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and ${which}
        and (n.last_ts, n.process_id) < (${before.createdTs}::timestamptz, ${before.id}::uuid) and ${visible}
      order by n.last_ts desc, n.process_id desc limit ${limit}`,
  );

/** Unread notifications that are looked at in each part, the newest ones. */
const MOST_LOOKED_AT = 5000;

/** How many unread notifications a person may read, counted up to the limit in each part. */
export async function countUnread(
  db: Queryable,
  parts: readonly NotificationPart[],
  userId: string,
  limit: number,
): Promise<number> {
  const rows = await inParts<NotificationPart, { count: number }>(
    db,
    parts,
    ({ subProjectId, visible }) => sql`
      select count(*) as count from (
        select from (
          select n.sub_project_id, n.process_id, n.reasons from notifications n
          where n.sub_project_id = ${subProjectId} and n.user_id = ${userId} and n.read_ts is null
          order by n.last_ts desc limit ${MOST_LOOKED_AT}
        ) n join ${processOf(sql`n`)} where ${visible} limit ${limit}
      ) counted`,
  );
  return rows.reduce((total, { count }) => total + count, 0);
}
