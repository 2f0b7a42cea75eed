import { type Fragment, sql } from '../../postgres/database.js';

/**
 * The audit row `a` that a row of another table names: what stands after `join` or `left join`. It follows the primary key.
 *
 * @param row alias of a table with `sub_project_id`, `audit_ts` and `audit_id`
 */
export const auditRowOf = (row: Fragment): Fragment =>
  sql`audit_log a on a.sub_project_id = ${row}.sub_project_id and a.created_ts = ${row}.audit_ts and a.id = ${row}.audit_id`;
