import type { Transaction } from '../../postgres/database.js';
import { lockEvents } from './sequence.js';

/**
 * Empties the events of a process: that they happened, and in which order, stays. The log is locked first, so that no
 * event gets its place with the values of before.
 *
 * @returns the positions of the events in the log
 */
export async function eraseEventsOf(
  tx: Transaction,
  subProjectId: string,
  processId: string,
): Promise<readonly number[]> {
  await lockEvents(tx, subProjectId);
  const erased = await tx<{ position: number }>`
    update event_log set data = '{}' where sub_project_id = ${subProjectId} and process_id = ${processId}
    returning position`;
  await tx`
    update event_inbox set data = '{}'
    where sub_project_id = ${subProjectId} and process_id = ${processId} and data is not null`;
  return erased.map(({ position }) => position);
}
