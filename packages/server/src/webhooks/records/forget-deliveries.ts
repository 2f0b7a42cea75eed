import { logsWithDeletedEvents } from '../../events/records/event-log.js';
import type { Database } from '../../postgres/database.js';

/** Deliveries that were delivered or skipped, and attempts, are kept for so many days. */
const KEPT_DAYS = 7;
/** Rows of one statement. */
const BATCH = 10_000;

/** Deletes old deliveries and attempts, a part at a time, and closes those whose events the log does not have any more. */
export async function forgetDeliveries(db: Database): Promise<void> {
  for (const { subProjectId, first } of await logsWithDeletedEvents(db)) await closeUnsendable(db, subProjectId, first);
  for (;;) {
    const { count } = await db`
      delete from deliveries d using (
        select o.sub_project_id, o.subscription_id, o.position from deliveries o
        where o.state in ('delivered', 'skipped') and o.updated_ts < now() - make_interval(days => ${KEPT_DAYS}) limit ${BATCH}
      ) old
      where d.sub_project_id = old.sub_project_id and d.subscription_id = old.subscription_id and d.position = old.position`;
    if (count < BATCH) break;
  }
  for (;;) {
    const { count } = await db`
      delete from delivery_attempts a using (
        select o.sub_project_id, o.subscription_id, o.position, o.attempt from delivery_attempts o
        where o.started_ts < now() - make_interval(days => ${KEPT_DAYS}) limit ${BATCH}
      ) old
      where a.sub_project_id = old.sub_project_id and a.subscription_id = old.subscription_id and a.position = old.position
        and a.attempt = old.attempt`;
    if (count < BATCH) break;
  }
}

/** Open deliveries before the first event of the log can never be sent: they are skipped, and what waits behind them goes on. */
async function closeUnsendable(db: Database, subProjectId: string, first: number): Promise<void> {
  await db`
    update deliveries d set state = 'skipped', due_ts = null, updated_ts = now(),
      error = 'The log does not have the event any more.'
    where d.sub_project_id = ${subProjectId} and d.state in ('waiting', 'queued', 'dead') and d.position < ${first}`;
}
