import { columnsOf } from '../../filters/filter-column.js';
import type { FilterKeys } from '../../filters/filter-keys.js';
import type { Place } from '../../filters/newest-first.js';
import type { Page } from '../../filters/paging.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

/** Keys that the audit log of a sub-project may be filtered by. */
export const auditFilterKeys: FilterKeys = new Map([
  ['action', { type: 'text' }],
  ['subjectType', { type: 'text' }],
  ['subjectId', { type: 'text' }],
  ['processId', { type: 'id' }],
  ['by', { type: 'text' }],
  ['traceId', { type: 'text' }],
  ['createdTs', { type: 'timestamp' }],
]);

/** Those of the whole installation; rows of no sub-project are found with `exists`. */
export const installationFilterKeys: FilterKeys = new Map([...auditFilterKeys, ['subProjectId_id', { type: 'id' }]]);

/** The columns behind {@link auditFilterKeys}, over the alias `a`. */
export const auditFilterColumns = columnsOf({
  action: { kind: 'text', expression: sql`a.action`, nullable: false },
  subjectType: { kind: 'text', expression: sql`a.subject_type`, nullable: false },
  subjectId: { kind: 'text', expression: sql`a.subject_id`, nullable: false },
  processId: { kind: 'id', expression: sql`a.process_id` },
  subProjectId_id: { kind: 'id', expression: sql`a.sub_project_id` },
  by: { kind: 'text', expression: sql`a.by_id`, nullable: false },
  traceId: { kind: 'text', expression: sql`a.trace_id`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`a.created_ts`, nullable: false },
});

/** Which rows of the audit log a reader gets. */
export interface AuditSelection {
  /** Undefined: of the whole installation. */
  readonly subProjectId: string | undefined;
  /** Only changes to or on this process; a UUID. */
  readonly processId: string | undefined;
  /** Condition over `a`, {@link auditFilterColumns}. */
  readonly filter: Fragment;
  /** Condition over the process `p` of a row; rows without a process are visible to every reader. */
  readonly visible: Fragment;
  /** An `integer[]` over `p`, handed back with each row. */
  readonly covered: Fragment;
}

export interface ListedAuditLog {
  readonly id: string;
  readonly createdTs: Date;
  readonly action: string;
  readonly subjectType: string;
  readonly subjectId: string;
  readonly processId: string | null;
  readonly byId: string;
  readonly byName: string;
  readonly traceId: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
  readonly covered: readonly number[];
}

/**
 * Page and exact total in one statement, newest first. Cost: the page follows the index of the sub-project, of the process or
 * of the time, month by month, and grows with offset plus limit; the total grows with the number of matching rows.
 */
export async function listAuditLogs(
  db: Queryable,
  selection: AuditSelection,
  page: Page,
): Promise<{ readonly total: number; readonly logs: readonly ListedAuditLog[] }> {
  const from = sql`${joined} where ${conditionOf(selection)}`;
  const rows = await db.run<{ readonly total: number } & (ListedAuditLog | { readonly id: null })>(sql`
    select matching.total, listed.*
    from (select count(*) as total ${from}) matching
    left join (
      select ${columns}, ${selection.covered} as covered ${from}
      order by a.created_ts desc, a.id desc limit ${page.limit} offset ${page.offset}
    ) listed on true
    order by listed."createdTs" desc, listed.id desc`);
  return { total: rows[0]?.total ?? 0, logs: rows.filter((row) => row.id !== null) };
}

/** The newest rows before a place, `limit` at most; each call costs the same, however far the place. */
export async function auditLogsBefore(
  db: Queryable,
  selection: AuditSelection,
  before: Place,
  limit: number,
): Promise<readonly ListedAuditLog[]> {
  return db.run<ListedAuditLog>(sql`
    select ${columns}, ${selection.covered} as covered ${joined}
    where ${conditionOf(selection)} and (a.created_ts, a.id) < (${before.createdTs}::timestamptz, ${before.id}::uuid)
    order by a.created_ts desc, a.id desc limit ${limit}`);
}

const joined = sql`from audit_log a left join processes p on p.id = a.process_id`;

const conditionOf = ({ subProjectId, processId, visible, filter }: AuditSelection): Fragment =>
  sql.and([
    subProjectId === undefined ? sql`true` : sql`a.sub_project_id = ${subProjectId}`,
    processId === undefined ? sql`true` : sql`a.process_id = ${processId}`,
    sql`a.process_id is null or ${visible}`,
    filter,
  ]);

const columns = sql`a.id, a.created_ts as "createdTs", a.action, a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.process_id as "processId", a.by_id as "byId", a.by_name as "byName",
  a.trace_id as "traceId", a.before, a.after`;
