import type { Queryable } from '../../postgres/database.js';

/** The latest change of a process itself, not of its runs or files. */
export interface LastChange {
  readonly at: Date;
  /** User id, or "system". */
  readonly by: string;
  readonly action: string;
  readonly traceId: string;
}

/**
 * The latest change of each process, by process id, in one statement: per process it walks `audit_log_by_process` from
 * the newest row back to the first one about the process itself.
 */
export async function lastChanges(
  db: Queryable,
  subProjectId: string,
  processIds: readonly string[],
): Promise<ReadonlyMap<string, LastChange>> {
  if (processIds.length === 0) return new Map();
  const rows = await db<LastChange & { readonly processId: string }>`
    select wanted.id as "processId", last.at, last.by, last.action, last."traceId"
    from unnest(${processIds}::uuid[]) as wanted (id)
    cross join lateral (
      select a.created_ts as at, a.by_id as by, a.action, a.trace_id as "traceId"
      from audit_log a
      where a.sub_project_id = ${subProjectId} and a.process_id = wanted.id and a.subject_type = 'process'
      order by a.created_ts desc, a.id desc
      limit 1
    ) last`;
  return new Map(rows.map(({ processId, ...change }) => [processId, change]));
}
