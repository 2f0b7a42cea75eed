import type { Transaction } from '../../../postgres/database.js';
import { type Fragment, sql } from '../../../postgres/database.js';

/** Joins the group `g` of a row with the members of a process. */
export const sameGroup = (row: Fragment): Fragment =>
  sql`g.sub_project_id = ${row}.sub_project_id and g.state = ${row}.state and g.priority = ${row}.priority
    and g.stage_key = ${row}.stage_key`;

/**
 * Makes the groups of a sub-project that rows have and that are not there, at the next positions. One at a time does so
 * for a sub-project: the transaction must have its totals.
 *
 * @param rows a table in parentheses, with the state, priority and stage of processes
 */
export async function addGroups(tx: Transaction, subProjectId: string, rows: Fragment): Promise<void> {
  await tx`
    insert into process_groups (sub_project_id, state, priority, stage_key, position)
    select ${subProjectId}, found.state, found.priority, found.stage_key,
      row_number() over (order by found.state, found.priority, found.stage_key)
        + coalesce((select max(g.position) from process_groups g where g.sub_project_id = ${subProjectId}), 0)
    from (select distinct state, priority, stage_key from ${rows} x) found
    where not exists (select from process_groups g where g.sub_project_id = ${subProjectId} and g.state = found.state
      and g.priority = found.priority and g.stage_key = found.stage_key)`;
}
