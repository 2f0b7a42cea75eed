import { type Fragment, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';
import type { TimelineEntry } from './timeline-entry.js';

/** Appends all entries of one transaction as one row. `count`: entries the run had before. */
export function appendTimeline(run: RunIdentity, count: number, entries: readonly TimelineEntry[]): Fragment {
  return sql`
    insert into run_timeline (run_id, first_sequence, sub_project_id, entries)
    values (${run.id}, ${count + 1}, ${run.subProjectId}, ${sql.json(entries)})`;
}
