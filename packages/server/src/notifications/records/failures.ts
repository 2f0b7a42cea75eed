import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** What failed: an event that was to become notifications, or a task whose due date has passed. */
export type ProjectedWork = 'events' | 'dues';

/** An event by its position, or a task by its id, that could not become notifications. */
export interface FailedItem {
  readonly subProjectId: string;
  readonly work: ProjectedWork;
  readonly subject: string;
}

/** Condition: the work of a sub-project does not wait for its next try. */
export const isNotWaiting = (subProjectId: Fragment, work: ProjectedWork): Fragment => sql`not exists (
  select from notification_failures f
  where f.sub_project_id = ${subProjectId} and f.work = ${work} and f.retry_ts > now())`;

/** Notes that an item failed once more. @returns how often it has */
export async function noteFailure(
  tx: Transaction,
  { subProjectId, work, subject }: FailedItem,
  failure: string,
): Promise<number> {
  const [row] = await tx<{ tries: number }>`
    insert into notification_failures (sub_project_id, work, subject, tries, failure, failed_ts)
    values (${subProjectId}, ${work}, ${subject}, 1, ${failure}, now())
    on conflict (sub_project_id, work, subject) do update set tries = notification_failures.tries + 1,
      failure = excluded.failure, failed_ts = excluded.failed_ts, retry_ts = null
    returning tries`;
  return row?.tries ?? 1;
}

/** The item, and with it all work of its kind in the sub-project, is tried again after this time. */
export async function retryLater(
  tx: Transaction,
  { subProjectId, work, subject }: FailedItem,
  delayMs: number,
): Promise<void> {
  await tx`
    update notification_failures set retry_ts = now() + ${delayMs} * interval '1 millisecond'
    where sub_project_id = ${subProjectId} and work = ${work} and subject = ${subject}`;
}

/** Forgets what failed 90 days ago. Bounded per call. */
export async function forgetFailures(db: Queryable, limit = 1000): Promise<void> {
  await db`
    delete from notification_failures where (sub_project_id, work, subject) in (
      select sub_project_id, work, subject from notification_failures where failed_ts < now() - interval '90 days'
      limit ${limit} for update skip locked)`;
}
