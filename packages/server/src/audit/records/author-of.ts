import { type Fragment, sql } from '../../postgres/database.js';

/** A change, as columns of the statement that asks who made it. */
export interface MadeChange {
  readonly subProjectId: Fragment;
  readonly subjectId: Fragment;
  readonly action: string;
  /** Shortly before the audit row, in the same transaction. */
  readonly createdTs: Fragment;
}

/**
 * The id of the user or `system` that made a change, as text; null when the log no longer has it. Follows the primary key
 * from the time of the change to its row, as a rule the next one.
 */
export const authorOf = ({ subProjectId, subjectId, action, createdTs }: MadeChange): Fragment => sql`(
  select made.by_id from audit_log made
  where made.sub_project_id = ${subProjectId} and made.subject_id = ${subjectId} and made.action = ${action}
    and made.created_ts >= ${createdTs} and made.created_ts < ${createdTs} + interval '10 seconds'
  order by made.created_ts, made.id limit 1)`;
