import type { Queryable } from '../../postgres/database.js';

/**
 * When the oldest job that nobody has taken was due; undefined when none waits. A claimed job is due when its lease ends, so
 * what is long overdue has no worker. External jobs are left out: their workers are not the service's. One index entry a lane.
 */
export async function oldestDueJob(db: Queryable): Promise<Date | undefined> {
  const [row] = await db<{ dueTs: Date | null }>`
    select least(
      (select min(due_ts) from jobs where open and lane = 'engine'),
      (select min(due_ts) from jobs where open and lane = 'handler')
    ) as "dueTs"`;
  const dueTs = row?.dueTs ?? undefined;
  return dueTs !== undefined && dueTs.getTime() <= Date.now() ? dueTs : undefined;
}
