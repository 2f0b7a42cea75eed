import { compileCondition } from '../../filters/compile-filter.js';
import { totalOf } from '../../filters/counting.js';
import { type FilterKeys, type FilterOperator, type FilterScalar, listOf, scalarOf } from '../../filters/filter.js';
import { columnsOf } from '../../filters/filter-column.js';
import type { Page, Position } from '../../filters/paging.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
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
  subProjectId_id: { kind: 'computed', condition: subProjectCondition },
  by: { kind: 'text', expression: sql`a.by_id`, nullable: false },
  traceId: { kind: 'text', expression: sql`a.trace_id`, nullable: false },
  createdTs: { kind: 'timestamp', expression: sql`a.created_ts`, nullable: false },
});

/** Rows of the installation have no sub-project for the reader: null finds them, and a value does not. */
function subProjectCondition(operator: FilterOperator, value: FilterScalar | readonly FilterScalar[]): Fragment {
  const isInstallation = sql`a.sub_project_id = ${INSTALLATION_ID}`;
  switch (operator) {
    case 'exists':
      return scalarOf(value) === true ? sql`not ${isInstallation}` : isInstallation;
    case 'ne':
      return sql`not ${subProjectCondition('eq', value)}`;
    case 'nin':
      return sql`not ${subProjectCondition('in', value)}`;
    default: {
      const { values, hasNull } = listOf(value);
      const column = { kind: 'id', expression: sql`a.sub_project_id`, nullable: false } as const;
      const one = compileCondition(
        column,
        'in',
        values.filter((id) => id !== INSTALLATION_ID),
      );
      return hasNull ? sql`(${isInstallation} or ${one})` : one;
    }
  }
}

/** Which rows of the audit log a reader gets. */
export interface AuditSelection {
  /** Undefined: the whole installation. */
  readonly within: AuditScope | undefined;
  /** Condition over `a`, {@link auditFilterColumns}. */
  readonly filter: Fragment;
}

/** The rows of one sub-project, as far as a reader sees what they are about. */
export interface AuditScope {
  readonly subProjectId: string;
  /** Only changes to or on this process; a UUID. */
  readonly processId: string | undefined;
  readonly visible: VisibleRows;
}

/** The rows that a reader sees, as the owner of the processes has them. */
export interface VisibleRows {
  /** Joins the process of a row `a`, which may have none. */
  readonly join: Fragment;
  /** Condition over `a` and what {@link join} joins. */
  readonly rows: Fragment;
  /** An `integer[]` over it, handed back with each row. */
  readonly covered: Fragment;
}

/** A row of the audit log as it is stored; the reader's field lists are not applied yet. */
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
  /** Empty where the selection has no {@link AuditScope}. */
  readonly covered: readonly number[];
}

/**
 * Page and total (see `boundedMetaOf`) in one statement, newest first. Cost: the page follows the index of the sub-project, of the
 * process or of the time, month by month, and grows with offset plus limit.
 */
export async function listAuditLogs(
  db: Queryable,
  selection: AuditSelection,
  page: Page,
): Promise<{ readonly total: number; readonly logs: readonly ListedAuditLog[] }> {
  const { from, covered } = sourceOf(selection);
  const rows = await db.run<{ readonly total: number } & (ListedAuditLog | { readonly id: null })>(sql`
    select matching.total, listed.*
    from (select ${totalOf(from)} as total) matching
    left join (
      select ${columns}, ${covered} as covered ${from}
      order by a.created_ts desc, a.id desc limit ${page.limit} offset ${page.offset}
    ) listed on true
    order by listed."createdTs" desc, listed.id desc`);
  return { total: rows[0]?.total ?? 0, logs: rows.filter((row) => row.id !== null) };
}

/** The newest rows before a place, `limit` at most; each call costs the same, however far the place. */
export async function auditLogsBefore(
  db: Queryable,
  selection: AuditSelection,
  before: Position,
  limit: number,
): Promise<readonly ListedAuditLog[]> {
  const { from, covered } = sourceOf(selection);
  return db.run<ListedAuditLog>(sql`
    select ${columns}, ${covered} as covered ${from}
    and (a.created_ts, a.id) < (${before.createdTs}::timestamptz, ${before.id}::uuid)
    order by a.created_ts desc, a.id desc limit ${limit}`);
}

/** What is read from, with its conditions. */
export function sourceOf({ within, filter }: AuditSelection): { readonly from: Fragment; readonly covered: Fragment } {
  if (within === undefined) return { from: sql`from audit_log a where (${filter})`, covered: sql`'{}'::integer[]` };
  const { subProjectId, processId, visible } = within;
  const condition = sql.and([
    sql`a.sub_project_id = ${subProjectId}`,
    processId === undefined ? sql`true` : sql`a.process_id = ${processId}`,
    visible.rows,
    filter,
  ]);
  return { from: sql`from audit_log a ${visible.join} where ${condition}`, covered: visible.covered };
}

const columns = sql`a.id, a.created_ts as "createdTs", a.action, a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.process_id as "processId", a.by_id as "byId", a.by_name as "byName",
  a.trace_id as "traceId", a.before, a.after`;
