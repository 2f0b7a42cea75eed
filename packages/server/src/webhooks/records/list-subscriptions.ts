import { COUNT_LIMIT, countedTo } from '../../filters/counting.js';
import type { Page } from '../../filters/paging.js';
import { isUuid } from '../../kernel/identifiers.js';
import { type Fragment, type Queryable, sql } from '../../postgres/database.js';
import { type Subscription, subscriptionColumns } from './subscriptions.js';

/** A subscription with what is known of its deliveries. */
export interface ListedSubscription extends Subscription {
  readonly position: number;
  readonly replaying: boolean;
  readonly failingSince: Date | null;
  /** Up to {@link COUNT_LIMIT} each. */
  readonly waiting: number;
  readonly dead: number;
  readonly signing: 'hmac' | 'ed25519';
  readonly publicKey: string | null;
}

const counted = (states: readonly string[]): Fragment =>
  countedTo(
    COUNT_LIMIT,
    sql`from deliveries d where d.sub_project_id = s.sub_project_id and d.subscription_id = s.id
      and d.state = any(${states}::text[]) and d.state in ('waiting', 'queued', 'dead')`,
  );

const listed: Fragment = sql`
  select ${subscriptionColumns}, p.position, p.replay_until is not null as replaying, p.failing_since as "failingSince",
    ${counted(['waiting', 'queued'])} as waiting, ${counted(['dead'])} as dead, k.kind as signing, k.public_key as "publicKey"
  from event_subscriptions s
  join subscription_progress p on p.sub_project_id = s.sub_project_id and p.subscription_id = s.id
  join subscription_secrets k on k.sub_project_id = s.sub_project_id and k.subscription_id = s.id and k.expires_ts is null`;

/** Which subscriptions are wanted. */
export interface SubscriptionListRequest {
  readonly subProjectId: string;
  /** Undefined: those of everybody. */
  readonly ownerId: string | undefined;
  readonly id: string | undefined;
  readonly state: string | undefined;
  readonly page: Page;
}

/** One page, newest first, and the total: a sub-project has 1,000 at most. */
export async function listSubscriptions(
  db: Queryable,
  { subProjectId, ownerId, id, state, page }: SubscriptionListRequest,
): Promise<{ readonly total: number; readonly subscriptions: readonly ListedSubscription[] }> {
  if (id !== undefined && !isUuid(id)) return { total: 0, subscriptions: [] };
  const where = sql.and([
    sql`s.sub_project_id = ${subProjectId}`,
    ...(ownerId === undefined ? [] : [sql`s.owner_id = ${ownerId}`]),
    ...(id === undefined ? [] : [sql`s.id = ${id}`]),
    ...(state === undefined ? [] : [sql`s.state = ${state}`]),
  ]);
  const [count] = await db<{ total: number }>`select count(*) as total from event_subscriptions s where ${where}`;
  const subscriptions = await db<ListedSubscription>`
    ${listed} where ${where} order by s.created_ts desc, s.id desc limit ${page.limit} offset ${page.offset}`;
  return { total: count?.total ?? 0, subscriptions };
}

/** A subscription that exists. */
export async function readSubscription(db: Queryable, subProjectId: string, id: string): Promise<ListedSubscription> {
  const [row] = await db<ListedSubscription>`${listed} where s.sub_project_id = ${subProjectId} and s.id = ${id}`;
  if (row === undefined) throw new Error(`the subscription ${id} is gone`);
  return row;
}
