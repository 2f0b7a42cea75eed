import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { SubscriptionKey } from './subscriptions.js';

export type DeliveryState = 'waiting' | 'queued' | 'dead' | 'delivered' | 'skipped';

/** One attempt that is kept. */
export interface LoggedAttempt {
  readonly attempt: number;
  readonly startedTs: string;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly excerpt: string | null;
}

export interface DeliveryRow {
  readonly position: number;
  readonly type: string;
  readonly processId: string | null;
  readonly state: DeliveryState;
  readonly replay: boolean;
  readonly attempts: number;
  readonly dueTs: Date | null;
  readonly error: string | null;
  readonly createdTs: Date;
  readonly updatedTs: Date;
  readonly startedTs: Date | null;
  readonly durationMs: number | null;
  readonly status: number | null;
  readonly excerpt: string | null;
  /** Earlier attempts, oldest first. */
  readonly failed: readonly LoggedAttempt[];
}

/** Which deliveries of a subscription are wanted. */
export interface DeliverySelection {
  readonly state?: DeliveryState | undefined;
  /** Patterns, see `coversEventType`. */
  readonly types?: readonly string[] | undefined;
  readonly processId?: string | undefined;
  readonly createdTsFrom?: Date | undefined;
  readonly createdTsTo?: Date | undefined;
}

const ofSubscription = ({ subProjectId, id }: SubscriptionKey): Fragment =>
  sql`d.sub_project_id = ${subProjectId} and d.subscription_id = ${id}`;

function selected({ state, types, processId, createdTsFrom, createdTsTo }: DeliverySelection): Fragment {
  const names = types?.filter((type) => !type.endsWith('*')) ?? [];
  const areas = types?.filter((type) => type.endsWith('.*')).map((type) => type.slice(0, -1)) ?? [];
  return sql.and([
    ...(state === undefined ? [] : [sql`d.state = ${state}`]),
    ...(types === undefined || types.includes('*')
      ? []
      : [
          sql`d.type = any(${names}::text[]) or exists (
            select from unnest(${areas}::text[]) as area (name) where starts_with(d.type, area.name))`,
        ]),
    ...(processId === undefined ? [] : [sql`d.process_id = ${processId}`]),
    ...(createdTsFrom === undefined ? [] : [sql`d.created_ts >= ${createdTsFrom}`]),
    ...(createdTsTo === undefined ? [] : [sql`d.created_ts < ${createdTsTo}`]),
  ]);
}

/** Deliveries, the latest event first, with their attempts. @param before position before which to begin */
export const listDeliveries = (
  db: Queryable,
  key: SubscriptionKey,
  selection: DeliverySelection,
  { before, limit }: { readonly before: number; readonly limit: number },
): Promise<readonly DeliveryRow[]> =>
  db<DeliveryRow>`
    select d.*, coalesce((
      select json_agg(json_build_object('attempt', a.attempt, 'startedTs', a.started_ts, 'durationMs', a.duration_ms,
        'status', a.status, 'error', a.error, 'excerpt', a.excerpt) order by a.attempt)
      from delivery_attempts a
      where a.sub_project_id = ${key.subProjectId} and a.subscription_id = ${key.id} and a.position = d.position
        and a.attempt < d.attempts
    ), '[]'::json) as failed
    from (
      select d.position, d.type, d.process_id as "processId", d.state, d.replay, d.attempts, d.due_ts as "dueTs", d.error,
        d.created_ts as "createdTs", d.updated_ts as "updatedTs", d.started_ts as "startedTs",
        d.duration_ms as "durationMs", d.status, d.excerpt
      from deliveries d where ${ofSubscription(key)} and d.position < ${before} and ${selected(selection)}
      order by d.position desc limit ${limit}
    ) d order by d.position desc`;

/** The state of one delivery, with its row locked. */
export async function lockDelivery(
  tx: Transaction,
  key: SubscriptionKey,
  position: number,
): Promise<{ readonly state: DeliveryState; readonly processId: string | null } | undefined> {
  const [row] = await tx<{ state: DeliveryState; processId: string | null }>`
    select d.state, d.process_id as "processId" from deliveries d
    where ${ofSubscription(key)} and d.position = ${position} for update`;
  return row;
}

/** Makes deliveries due now that wait or are dead. @param positions undefined: all that match */
export async function retryNow(
  tx: Transaction,
  key: SubscriptionKey,
  selection: DeliverySelection,
  positions: readonly number[] | undefined,
): Promise<number> {
  const { count } = await tx`
    update deliveries d set state = 'waiting', due_ts = now(), updated_ts = now(), tries = 0
    where ${ofSubscription(key)} and d.state in ('waiting', 'dead')
      and ${positions === undefined ? selected(selection) : sql`d.position = any(${positions}::bigint[])`}`;
  return count;
}

/** Gives a delivery up, and makes the next event of its process due. */
export async function skip(
  tx: Transaction,
  key: SubscriptionKey,
  position: number,
  processId: string | null,
): Promise<void> {
  await tx`
    update deliveries d set state = 'skipped', due_ts = null, updated_ts = now()
    where ${ofSubscription(key)} and d.position = ${position}`;
  if (processId !== null) await releaseProcesses(tx, key, [processId]);
}

/**
 * Makes the first open delivery of each process due when it is queued behind nothing: what was before it was skipped, or the
 * worker ended before it could go on.
 *
 * @param processIds undefined: of all processes
 */
export async function releaseProcesses(
  db: Queryable,
  key: SubscriptionKey,
  processIds?: readonly string[],
): Promise<void> {
  await db`
    update deliveries d set state = 'waiting', due_ts = now(), updated_ts = now()
    from (
      select distinct on (d.process_id) d.position, d.state from deliveries d
      where ${ofSubscription(key)} and d.state in ('waiting', 'queued', 'dead') and d.process_id is not null
        and ${processIds === undefined ? sql`true` : sql`d.process_id = any(${processIds}::uuid[])`}
      order by d.process_id, d.position
    ) first
    where ${ofSubscription(key)} and d.position = first.position and first.state = 'queued' and d.state = 'queued'`;
}

/** Tells the workers that something about a subscription or its deliveries was changed; only a hint. */
export async function hintDeliveries(
  tx: Transaction,
  channel: string,
  { id }: Pick<SubscriptionKey, 'id'>,
): Promise<void> {
  await tx`select pg_notify(${channel}, ${`deliveries ${id}`})`;
}

/**
 * Removes what receivers answered about the events of a process: their answers may repeat what was sent. That the events were
 * sent stays.
 *
 * @param positions of the events
 */
export async function eraseAnswers(tx: Transaction, subProjectId: string, positions: readonly number[]): Promise<void> {
  const ids = sql`(select s.id from event_subscriptions s where s.sub_project_id = ${subProjectId})`;
  await tx`
    update deliveries d set excerpt = null
    where d.sub_project_id = ${subProjectId} and d.subscription_id in ${ids} and d.position = any(${positions}::bigint[])
      and d.excerpt is not null`;
  await tx`
    update delivery_attempts a set excerpt = null
    where a.sub_project_id = ${subProjectId} and a.subscription_id in ${ids} and a.position = any(${positions}::bigint[])
      and a.excerpt is not null`;
}
