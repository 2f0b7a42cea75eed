import { columnsOf } from '../filters/filter-column.js';
import type { FilterKeys } from '../filters/filter-keys.js';
import type { Page } from '../filters/paging.js';
import { type Fragment, type Queryable, sql } from '../postgres/pool.js';

/** Keys that the audit log may be filtered by. */
export const auditFilterKeys: FilterKeys = new Map([
  ['action', { type: 'text' }],
  ['subjectType', { type: 'text' }],
  ['subjectId', { type: 'text' }],
  ['by', { type: 'text' }],
  ['traceId', { type: 'text' }],
  ['createdTs', { type: 'timestamp' }],
]);

/** The columns behind {@link auditFilterKeys}, over the alias `a`. */
export const auditFilterColumns = columnsOf({
  action: { kind: 'text', expression: sql`a.action`, nullable: false },
  subjectType: { kind: 'text', expression: sql`a.subject_type`, nullable: false },
  subjectId: { kind: 'text', expression: sql`a.subject_id`, nullable: false },
  by: { kind: 'text', expression: sql`a.by_id`, nullable: false },
  traceId: { kind: 'text', expression: sql`a.trace_id`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`a.created_ts`, nullable: false },
});

/** One page of the audit log of a sub-project. */
export interface AuditListQuery {
  readonly subProjectId: string;
  /** Only changes to or on this process; a UUID. */
  readonly processId: string | undefined;
  /** Condition over `a`, {@link auditFilterColumns}. */
  readonly filter: Fragment;
  /** Condition over the process `p` of a row; rows without a process are visible to every reader. */
  readonly visible: Fragment;
  /** An `integer[]` over `p`, handed back with each row. */
  readonly covered: Fragment;
  readonly page: Page;
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
 * Page and exact total in one statement, newest first. Cost: the page follows `audit_log_newest` or
 * `audit_log_by_process` and grows with offset plus limit; the total grows with the number of matching rows.
 */
export async function listAuditLogs(
  db: Queryable,
  query: AuditListQuery,
): Promise<{ readonly total: number; readonly logs: readonly ListedAuditLog[] }> {
  const from = sql`from audit_log a left join processes p on p.id = a.process_id
    where ${sql.and([
      sql`a.sub_project_id = ${query.subProjectId}`,
      query.processId === undefined ? sql`true` : sql`a.process_id = ${query.processId}`,
      sql`a.process_id is null or ${query.visible}`,
      query.filter,
    ])}`;
  const rows = await db.run<{ readonly total: number } & (ListedAuditLog | { readonly id: null })>(sql`
    select matching.total, listed.*
    from (select count(*) as total ${from}) matching
    left join (
      select ${columns}, ${query.covered} as covered ${from}
      order by a.created_ts desc, a.id desc limit ${query.page.limit} offset ${query.page.offset}
    ) listed on true
    order by listed."createdTs" desc, listed.id desc`);
  return { total: rows[0]?.total ?? 0, logs: rows.filter((row) => row.id !== null) };
}

const columns = sql`a.id, a.created_ts as "createdTs", a.action, a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.process_id as "processId", a.by_id as "byId", a.by_name as "byName",
  a.trace_id as "traceId", a.before, a.after`;
