import { type Queryable, sql, sqlState } from '../../postgres/database.js';
import type { DeliveryState } from './deliveries.js';
import type { SubscriptionKey } from './subscriptions.js';

/** What became of an event, to be stored. */
export interface Outcome {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly state: DeliveryState;
  readonly replay: boolean;
  readonly attempts: number;
  readonly tries: number;
  readonly dueTs: Date | null;
  /** Why it is not delivered. */
  readonly error: string | null;
  /** Null: none was made. */
  readonly attempt: {
    readonly startedTs: Date;
    readonly durationMs: number;
    readonly status: number | null;
    readonly excerpt: string | null;
  } | null;
}

/** Who delivers a subscription, see `leases.ts`. */
export interface DeliveryLease extends SubscriptionKey {
  readonly worker: string;
  readonly fence: number;
}

/** How far the delivery of a subscription has come. */
export interface ProgressNote {
  readonly position: number;
  /** A replay that goes on: from where, and how far it has come. Dropped when another one was asked for meanwhile. */
  readonly replay: { readonly from: number; readonly until: number; readonly position: number } | undefined;
  readonly failingSince: Date | null;
}

/** Instead of what the database cannot hold. */
const UNSTORABLE = 'What came of it has text that the database cannot store.';

/**
 * Stores outcomes and the progress, in one statement. An earlier outcome of the same event is replaced, unless a person has
 * skipped it meanwhile. Outcomes that the database cannot hold (SQLSTATE class 22, data exception) are stored without
 * the text of the receiver: the others of the subscription must not wait for them.
 *
 * @returns false when another worker delivers the subscription: nothing was stored
 */
export async function storeOutcomes(
  db: Queryable,
  lease: DeliveryLease,
  outcomes: readonly Outcome[],
  note: ProgressNote,
): Promise<boolean> {
  try {
    return await storeTogether(db, lease, outcomes, note);
  } catch (error) {
    if (!isUnstorable(error) || outcomes.length === 0) throw error;
  }
  // The position moves only when all of them have their rows.
  const unmoved = { position: 0, replay: undefined, failingSince: note.failingSince };
  for (const outcome of outcomes) {
    try {
      if (!(await storeTogether(db, lease, [outcome], unmoved))) return false;
    } catch (error) {
      if (!isUnstorable(error)) throw error;
      const { attempt } = outcome;
      const plain = {
        ...outcome,
        error: outcome.error === null ? null : UNSTORABLE,
        attempt: attempt === null ? null : { ...attempt, excerpt: null },
      };
      if (!(await storeTogether(db, lease, [plain], unmoved))) return false;
    }
  }
  return storeTogether(db, lease, [], note);
}

const isUnstorable = (error: unknown): boolean => sqlState(error)?.startsWith('22') === true;

async function storeTogether(
  db: Queryable,
  { subProjectId, id, worker, fence }: DeliveryLease,
  outcomes: readonly Outcome[],
  { position, replay, failingSince }: ProgressNote,
): Promise<boolean> {
  const given = outcomes.map(({ attempt, ...outcome }) => ({ ...outcome, ...attempt }));
  const same = sql`p.replay_position = ${replay?.from ?? 0} and p.replay_until = ${replay?.until ?? 0}`;
  const hasEnded = replay !== undefined && replay.position >= replay.until;
  const noted =
    replay === undefined
      ? sql``
      : sql`, replay_position = case when ${same} then ${hasEnded ? null : replay.position}::bigint else p.replay_position end,
          replay_until = case when ${same} and ${hasEnded} then null else p.replay_until end`;
  const { count } = await db`
    with fenced as materialized (
      select from subscription_progress p
      where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id} and p.worker = ${worker} and p.fence = ${fence}
      for update
    ), given as materialized (
      select g.* from json_to_recordset(${sql.json(given)}::json) as g (position bigint, type text, "processId" uuid, state text,
        replay boolean, attempts integer, tries integer, "dueTs" timestamptz, error text, "startedTs" timestamptz,
        "durationMs" integer, status integer, excerpt text)
      where exists (select from fenced)
    ), stored as (
      insert into deliveries as d (sub_project_id, subscription_id, position, type, process_id, state, replay, attempts, tries,
        due_ts, created_ts, updated_ts, started_ts, duration_ms, status, error, excerpt)
      select ${subProjectId}::uuid, ${id}::uuid, g.position, g.type, g."processId", g.state, g.replay, g.attempts, g.tries,
        g."dueTs", now(), now(), g."startedTs", g."durationMs", g.status, g.error, g.excerpt
      from given g
      on conflict (sub_project_id, subscription_id, position) do update set state = excluded.state, replay = excluded.replay,
        attempts = case when excluded.replay and not d.replay then d.attempts + excluded.attempts else excluded.attempts end,
        tries = excluded.tries, due_ts = excluded.due_ts, updated_ts = excluded.updated_ts,
        started_ts = coalesce(excluded.started_ts, d.started_ts), duration_ms = coalesce(excluded.duration_ms, d.duration_ms),
        status = case when excluded.started_ts is null then d.status else excluded.status end, error = excluded.error,
        excerpt = case when excluded.started_ts is null then d.excerpt else excluded.excerpt end
      where d.state <> 'skipped' or excluded.state = 'delivered' or excluded.replay
    ), logged as (
      insert into delivery_attempts (sub_project_id, subscription_id, position, attempt, started_ts, duration_ms, status, error,
        excerpt)
      select ${subProjectId}::uuid, ${id}::uuid, g.position, g.attempts, g."startedTs", g."durationMs", g.status, g.error, g.excerpt
      from given g where g."startedTs" is not null and g.error is not null
      on conflict do nothing
    )
    update subscription_progress p set position = greatest(p.position, ${position}), failing_since = ${failingSince} ${noted}
    where p.sub_project_id = ${subProjectId} and p.subscription_id = ${id} and exists (select from fenced)`;
  return count > 0;
}

/** A delivery that is open. */
export interface OpenDelivery {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly state: 'waiting' | 'queued' | 'dead';
  readonly replay: boolean;
  readonly attempts: number;
  readonly tries: number;
  readonly dueTs: Date | null;
}

const openColumns = sql`d.position, d.type, d.process_id as "processId", d.state, d.replay, d.attempts, d.tries, d.due_ts as "dueTs"`;

/** Deliveries that are due, the longest due first. */
export const dueDeliveries = (
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
  limit: number,
): Promise<readonly OpenDelivery[]> =>
  db<OpenDelivery>`
    select ${openColumns} from deliveries d
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state = 'waiting' and d.due_ts <= now()
    order by d.due_ts, d.position limit ${limit}`;

/** When the next delivery is due; undefined when none waits. */
export async function nextDue(db: Queryable, { subProjectId, id }: SubscriptionKey): Promise<Date | undefined> {
  const [row] = await db<{ dueTs: Date }>`
    select d.due_ts as "dueTs" from deliveries d
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state = 'waiting'
    order by d.due_ts limit 1`;
  return row?.dueTs;
}

/** The first open deliveries of a process, in the order of the events. */
export const openOfProcess = (
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
  processId: string,
  limit: number,
): Promise<readonly OpenDelivery[]> =>
  db<OpenDelivery>`
    select ${openColumns} from deliveries d
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state in ('waiting', 'queued', 'dead')
      and d.process_id = ${processId}
    order by d.position limit ${limit}`;

/** The processes with open deliveries: events of these wait. */
export async function processesWithOpen(
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
): Promise<readonly string[]> {
  const rows = await db<{ processId: string }>`
    select distinct d.process_id as "processId" from deliveries d
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state in ('waiting', 'queued', 'dead')
      and d.process_id is not null`;
  return rows.map(({ processId }) => processId);
}

/** Those of the positions that have an open delivery. */
export async function openAmong(
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
  positions: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db<{ position: number }>`
    select d.position from deliveries d
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.position = any(${positions}::bigint[])
      and d.state in ('waiting', 'queued', 'dead')`;
  return new Set(rows.map(({ position }) => position));
}

/** The receiver answers again: what waits for a later attempt is due now. */
export async function makeDue(db: Queryable, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await db`
    update deliveries d set due_ts = now()
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state = 'waiting' and d.due_ts > now()`;
}

/** What a worker that ended had under way is due now. */
export async function reclaim(db: Queryable, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await db`
    update deliveries d set due_ts = now()
    where d.sub_project_id = ${subProjectId} and d.subscription_id = ${id} and d.state = 'waiting' and d.attempts = 0
      and d.due_ts > now()`;
}
