import { logPositions } from '../../events/records/event-log.js';
import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import { isNotWaiting } from './failures.js';

/** Sub-projects whose log has events that have not become notifications, and that do not wait for another try. Grows with the sub-projects. */
export async function findBehind(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select p.sub_project_id as id from (${logPositions}) p
    left join notification_positions n on n.sub_project_id = p.sub_project_id
    where p.last_position > coalesce(n.position, 0) and ${isNotWaiting(sql`p.sub_project_id`, 'events')}`;
  return rows.map(({ id }) => id);
}

/**
 * The position up to which events of a sub-project have become notifications, locked until the transaction ends.
 *
 * @returns undefined when another transaction has it
 */
export async function lockPosition(tx: Transaction, subProjectId: string): Promise<number | undefined> {
  await tx`
    insert into notification_positions (sub_project_id, position) values (${subProjectId}, 0) on conflict do nothing`;
  const [row] = await tx<{ position: number }>`
    select n.position from notification_positions n where n.sub_project_id = ${subProjectId} for update skip locked`;
  return row?.position;
}

export async function storePosition(tx: Transaction, subProjectId: string, position: number): Promise<void> {
  await tx`update notification_positions set position = ${position} where sub_project_id = ${subProjectId}`;
}
