import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** What a subscription sends, and how. */
export interface SubscriptionSettings {
  readonly name: string;
  readonly url: string;
  /** Patterns, see `coversEventType`. */
  readonly types: readonly string[];
  /** Over the process, as on the wire. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly condition: string | null;
  readonly format: 'standard' | 'cloudevents' | 'slack' | 'teams';
  readonly payload: 'thin' | 'full';
  readonly ordering: 'process' | 'none';
  readonly ratePerSecond: number | null;
  readonly maxInFlight: number;
}

export type SubscriptionState = 'active' | 'paused' | 'suspended' | 'disabled';

/** A row of event_subscriptions. */
export interface Subscription extends SubscriptionSettings {
  readonly subProjectId: string;
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly declaredAs: string | null;
  readonly state: SubscriptionState;
  readonly reason: string | null;
  readonly version: number;
  readonly createdTs: Date;
  readonly updatedTs: Date;
}

export const subscriptionColumns: Fragment = sql`s.sub_project_id as "subProjectId", s.id, s.name, s.owner_id as "ownerId",
  s.owner_name as "ownerName", s.declared_as as "declaredAs", s.url, s.types, s.filter, s.condition, s.format, s.payload,
  s.ordering, s.rate_per_second as "ratePerSecond", s.max_in_flight as "maxInFlight", s.state, s.reason, s.version,
  s.created_ts as "createdTs", s.updated_ts as "updatedTs"`;

const settingsColumns = (settings: SubscriptionSettings) => ({
  name: settings.name,
  url: settings.url,
  types: settings.types,
  filter: sql.json(settings.filter),
  condition: settings.condition,
  format: settings.format,
  payload: settings.payload,
  ordering: settings.ordering,
  rate_per_second: settings.ratePerSecond,
  max_in_flight: settings.maxInFlight,
});

/** A subscription to be stored. */
export interface NewSubscription extends SubscriptionSettings {
  readonly subProjectId: string;
  readonly id: string;
  readonly ownerId: string;
  readonly ownerName: string;
  readonly declaredAs: string | null;
}

/** Stores a subscription that begins after a position of the log. */
export async function insertSubscription(tx: Transaction, given: NewSubscription, position: number): Promise<void> {
  const now = new Date();
  const { subProjectId, id, ownerId, ownerName, declaredAs } = given;
  await tx`insert into event_subscriptions ${sql.rows([
    {
      sub_project_id: subProjectId,
      id,
      owner_id: ownerId,
      owner_name: ownerName,
      declared_as: declaredAs,
      ...settingsColumns(given),
      state: 'active',
      created_ts: now,
      updated_ts: now,
    },
  ])}`;
  await tx`
    insert into subscription_progress (sub_project_id, subscription_id, position)
    values (${subProjectId}, ${id}, ${position})`;
}

/** Which subscription is meant. */
export interface SubscriptionKey {
  readonly subProjectId: string;
  readonly id: string;
}

/** @param lock locks the row until the transaction ends */
export async function findSubscription(
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
  lock: '' | 'for update' = '',
): Promise<Subscription | undefined> {
  if (!isUuid(id)) return undefined;
  const [row] = await db<Subscription>`
    select ${subscriptionColumns} from event_subscriptions s where s.sub_project_id = ${subProjectId} and s.id = ${id}
    ${sql.raw(lock)}`;
  return row;
}

/** The subscriptions that the configuration document declares, locked. */
export const lockDeclaredSubscriptions = (tx: Transaction, subProjectId: string): Promise<readonly Subscription[]> =>
  tx<Subscription>`
    select ${subscriptionColumns} from event_subscriptions s
    where s.sub_project_id = ${subProjectId} and s.declared_as is not null order by s.id for update`;

/** Stores changed settings. */
export async function changeSettings(
  tx: Transaction,
  { subProjectId, id }: SubscriptionKey,
  settings: SubscriptionSettings,
  owner?: { readonly id: string; readonly name: string },
): Promise<void> {
  const changes = {
    ...settingsColumns(settings),
    ...(owner === undefined ? {} : { owner_id: owner.id, owner_name: owner.name }),
  };
  await tx`
    update event_subscriptions s set ${sql.set(changes)}, version = version + 1, updated_ts = now()
    where s.sub_project_id = ${subProjectId} and s.id = ${id}`;
}

/**
 * @param from only where it is in one of these states now
 * @param version only while it has this version; absent: whatever it is
 * @returns whether it was changed
 */
export async function changeState(
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
  {
    state,
    reason,
    from,
    version,
  }: {
    readonly state: SubscriptionState;
    readonly reason: string | null;
    readonly from: readonly SubscriptionState[];
    readonly version?: number;
  },
): Promise<boolean> {
  const { count } = await db`
    update event_subscriptions s set state = ${state}, reason = ${reason}, version = version + 1, updated_ts = now()
    where s.sub_project_id = ${subProjectId} and s.id = ${id} and s.state = any(${from}::text[])
      and (s.state, s.reason) is distinct from (${state}, ${reason}::text)
      and (${version ?? null}::integer is null or s.version = ${version ?? null}::integer)`;
  return count > 0;
}

/** Deletes a subscription and everything about it. */
export async function deleteSubscription(tx: Transaction, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await tx`delete from event_subscriptions s where s.sub_project_id = ${subProjectId} and s.id = ${id}`;
  await tx`delete from subscription_progress s where s.sub_project_id = ${subProjectId} and s.subscription_id = ${id}`;
  await tx`delete from subscription_secrets s where s.sub_project_id = ${subProjectId} and s.subscription_id = ${id}`;
  await tx`delete from delivery_attempts s where s.sub_project_id = ${subProjectId} and s.subscription_id = ${id}`;
  await tx`delete from deliveries s where s.sub_project_id = ${subProjectId} and s.subscription_id = ${id}`;
}

/** The first four bytes of SHA-256('millrace subscriptions'), as PostgreSQL's integer. */
const LOCK = 1_907_567_839;

/** Counts the subscriptions of a sub-project; until the transaction ends, no other one that counts adds any. */
export async function countSubscriptionsLocked(tx: Transaction, subProjectId: string): Promise<number> {
  await tx`select pg_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId}))`;
  const [row] = await tx<{ count: number }>`
    select count(*) as count from event_subscriptions s where s.sub_project_id = ${subProjectId}`;
  return row?.count ?? 0;
}

/** Says that something that belongs to a subscription has changed, so that who delivers reads it anew. */
export async function touchSubscription(tx: Transaction, { subProjectId, id }: SubscriptionKey): Promise<void> {
  await tx`
    update event_subscriptions s set version = version + 1, updated_ts = now()
    where s.sub_project_id = ${subProjectId} and s.id = ${id}`;
}
