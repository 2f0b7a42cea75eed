import type { Transaction } from '../../postgres/database.js';
import { lockEvents } from './sequence.js';

/**
 * Empties the events of a process: that they happened, and in which order, stays. The log is locked first, so that no
 * event gets its place with the values of before.
 */
export async function eraseEventsOf(tx: Transaction, subProjectId: string, processId: string): Promise<void> {
  await lockEvents(tx, subProjectId);
  await tx`
    update event_log set data = '{}' where sub_project_id = ${subProjectId} and process_id = ${processId}`;
  await tx`
    update event_inbox set data = '{}'
    where sub_project_id = ${subProjectId} and process_id = ${processId} and data is not null`;
}
