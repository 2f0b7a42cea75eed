import type { Queryable } from '../../postgres/database.js';

/**
 * When the oldest job that no worker has taken was due; undefined when none waits. A leased job is due when its lease ends,
 * so a job that is long overdue has no worker. External jobs are left out, since their workers are not the service's, and
 * background jobs, since they may wait long for each other. Reads one index entry for each lane.
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
