import { type Database, type Queryable, sql } from '../../postgres/database.js';
import type { DeliveryLease } from './outcomes.js';
import { type Subscription, subscriptionColumns } from './subscriptions.js';

/** A worker that was not seen for so long has lost its subscriptions; seconds. */
export const LOST_AFTER_SECONDS = 10;

/** Says that a worker is alive. @returns how many workers are, and how many subscriptions there are to deliver */
export async function beat(
  db: Queryable,
  worker: string,
): Promise<{ readonly workers: number; readonly subscriptions: number }> {
  const [row] = await db<{ workers: number; subscriptions: number }>`
    with beat as (
      insert into delivery_workers (id, seen_ts) values (${worker}, now())
      on conflict (id) do update set seen_ts = now()
    ), gone as (
      delete from delivery_workers w where w.seen_ts < now() - interval '1 hour'
    )
    select 1 + (select count(*) from delivery_workers w
        where w.id <> ${worker} and w.seen_ts > now() - make_interval(secs => ${LOST_AFTER_SECONDS})) as workers,
      (select count(*) from event_subscriptions s where s.state in ('active', 'suspended')) as subscriptions`;
  return row ?? { workers: 1, subscriptions: 0 };
}

/** Whether any subscription is to be delivered. */
export async function hasSubscriptions(db: Queryable): Promise<boolean> {
  const rows = await db`select 1 from event_subscriptions s where s.state in ('active', 'suspended') limit 1`;
  return rows.length > 0;
}

/** A subscription that this worker delivers now. */
export interface TakenSubscription extends Subscription {
  readonly worker: string;
  readonly fence: number;
  readonly position: number;
  readonly replayPosition: number | null;
  readonly replayUntil: number | null;
  readonly failingSince: Date | null;
}

/**
 * Takes subscriptions that no living worker delivers.
 *
 * @param except ids that are not taken now
 */
export async function takeSubscriptions(
  db: Database,
  worker: string,
  limit: number,
  except: readonly string[],
): Promise<readonly TakenSubscription[]> {
  return db<TakenSubscription>`
    with free as materialized (
      select p.sub_project_id, p.subscription_id from subscription_progress p
      join event_subscriptions s on s.sub_project_id = p.sub_project_id and s.id = p.subscription_id
      where s.state in ('active', 'suspended') and s.id <> all(${except}::uuid[])
        and (p.worker is null or p.worker = ${worker} or not exists (
          select from delivery_workers w
          where w.id = p.worker and w.seen_ts > now() - make_interval(secs => ${LOST_AFTER_SECONDS})))
      limit ${limit} for update of p skip locked
    )
    update subscription_progress p set worker = ${worker}, fence = p.fence + 1
    from free join event_subscriptions s on s.sub_project_id = free.sub_project_id and s.id = free.subscription_id
    where p.sub_project_id = free.sub_project_id and p.subscription_id = free.subscription_id
    returning ${subscriptionColumns}, p.worker, p.fence, p.position, p.replay_position as "replayPosition",
      p.replay_until as "replayUntil", p.failing_since as "failingSince"`;
}

/** What a worker believes to deliver. */
export interface HeldSubscription {
  readonly id: string;
  readonly subProjectId: string;
  readonly version: number;
  readonly fence: number;
}

/** Those that were changed, stopped or taken by another worker: their delivery begins anew. */
export async function changedSubscriptions(
  db: Queryable,
  worker: string,
  held: readonly HeldSubscription[],
): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select h.id from json_to_recordset(${sql.json(held)}::json) as h (id uuid, "subProjectId" uuid, version integer, fence bigint)
    left join event_subscriptions s on s.sub_project_id = h."subProjectId" and s.id = h.id
    left join subscription_progress p on p.sub_project_id = h."subProjectId" and p.subscription_id = h.id
    where s.version is distinct from h.version or p.worker is distinct from ${worker} or p.fence is distinct from h.fence`;
  return rows.map(({ id }) => id);
}

/** Lets other workers deliver it. */
export async function releaseSubscription(
  db: Queryable,
  { subProjectId, id, worker, fence }: DeliveryLease,
): Promise<void> {
  await db`
    update subscription_progress p set worker = null
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id} and p.worker = ${worker} and p.fence = ${fence}`;
}

/** The replay that is to be made; undefined when there is none. */
export async function findReplay(
  db: Queryable,
  { subProjectId, id }: Pick<DeliveryLease, 'subProjectId' | 'id'>,
): Promise<{ readonly position: number; readonly until: number } | undefined> {
  const [row] = await db<{ position: number; until: number }>`
    select p.replay_position as position, p.replay_until as until from subscription_progress p
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id} and p.replay_until is not null`;
  return row;
}

/** The worker has ended. */
export async function forgetWorker(db: Queryable, worker: string): Promise<void> {
  await db`delete from delivery_workers w where w.id = ${worker}`;
}
