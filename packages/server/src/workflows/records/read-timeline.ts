import type { Queryable } from '../../postgres/database.js';
import type { TimelineEntry } from './timeline-entry.js';

/**
 * Entries of a run from a sequence number on. Rows hold the entries of one transaction each, so it starts at the row that
 * holds the first one; cost grows with the entries returned, and those of that one row.
 */
export async function readTimeline(
  db: Queryable,
  runId: string,
  first: number,
  limit: number,
): Promise<readonly { readonly sequence: number; readonly entry: TimelineEntry }[]> {
  const rows = await db<{ first_sequence: number; entries: readonly TimelineEntry[] }>`
    select first_sequence, entries from run_timeline
    where run_id = ${runId} and first_sequence < ${first + limit} and first_sequence >= (
      select max(first_sequence) from run_timeline where run_id = ${runId} and first_sequence <= ${first})
    order by first_sequence`;
  return rows
    .flatMap((row) => row.entries.map((entry, index) => ({ sequence: row.first_sequence + index, entry })))
    .filter(({ sequence }) => sequence >= first && sequence < first + limit);
}
