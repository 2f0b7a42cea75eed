import type { Queryable } from '../../../postgres/database.js';

/** Changes of processes that are not in the counters yet, of all sub-projects; counted up to `limit`. */
export async function countTotalsBacklog(db: Queryable, limit: number): Promise<number> {
  const [row] = await db<{ total: number }>`
    select count(*) as total from (select from process_deltas limit ${limit}) counted`;
  return row?.total ?? 0;
}
