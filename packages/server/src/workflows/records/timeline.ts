import type { Variables } from '@millrace/engine';
import type { RunKey } from '../../jobs/records/job.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';

import type { DecisionEntry } from './decisions/evaluations.js';

/** One entry of a run's timeline as it is stored; its place in the row gives its sequence. */
export interface TimelineEntry {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly event: string;
  readonly elementId: string;
  readonly key: number;
  readonly scopeKey: number;
  readonly variables?: Variables;
  readonly message?: string;
  readonly decision?: DecisionEntry;
}

/** The statement that appends all entries of one transaction as one row. @param count entries that the run had before */
export const appendTimeline = (run: RunKey, count: number, entries: readonly TimelineEntry[]): Fragment => sql`
  insert into run_timeline (sub_project_id, run_id, first_sequence, entries)
  values (${run.subProjectId}, ${run.id}, ${count + 1}, ${sql.json(entries)})`;

/**
 * Entries of a run from a sequence number on. Rows hold the entries of one transaction each, so it starts at the row that
 * holds the first one; its cost grows with the entries returned, and those of that one row.
 *
 * @param first sequence number of the first entry, from 1
 */
export async function readTimeline(
  db: Queryable,
  run: RunKey,
  first: number,
  limit: number,
): Promise<readonly { readonly sequence: number; readonly entry: TimelineEntry }[]> {
  const ofRun = sql`sub_project_id = ${run.subProjectId} and run_id = ${run.id}`;
  const rows = await db<{ firstSequence: number; entries: readonly TimelineEntry[] }>`
    select first_sequence as "firstSequence", entries from run_timeline
    where ${ofRun} and first_sequence < ${first + limit} and first_sequence >= (
      select max(first_sequence) from run_timeline where ${ofRun} and first_sequence <= ${first})
    order by first_sequence`;
  return rows
    .flatMap((row) => row.entries.map((entry, index) => ({ sequence: row.firstSequence + index, entry })))
    .filter(({ sequence }) => sequence >= first && sequence < first + limit);
}
