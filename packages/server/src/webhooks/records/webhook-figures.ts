import { countedTo } from '../../filters/counting.js';
import { type Queryable, sql } from '../../postgres/database.js';

/** Figures of the installation's webhooks. */
export interface WebhookFigures {
  readonly subscriptions: Readonly<Record<string, number>>;
  readonly waiting: number;
  readonly dead: number;
  readonly oldestSeconds: number;
}

/** @param limit deliveries are counted up to here; what is due is looked up in an index for each subscription */
export async function webhookFigures(db: Queryable, limit: number): Promise<WebhookFigures> {
  const [row] = await db<WebhookFigures>`
    select coalesce((select json_object_agg(c.state, c.count) from (
        select s.state, count(*) as count from event_subscriptions s group by s.state) c), '{}'::json) as subscriptions,
      ${countedTo(limit, sql`from deliveries d where d.state in ('waiting', 'queued') and d.state in ('waiting', 'queued', 'dead')`)} as waiting,
      ${countedTo(limit, sql`from deliveries d where d.state = 'dead' and d.state in ('waiting', 'queued', 'dead')`)} as dead,
      coalesce((
        select greatest(0, extract(epoch from now() - min(first.due_ts)))::float8 from event_subscriptions s
        cross join lateral (
          select d.due_ts from deliveries d
          where d.sub_project_id = s.sub_project_id and d.subscription_id = s.id and d.state = 'waiting' order by d.due_ts limit 1
        ) first
        where s.state = 'active'
      ), 0) as "oldestSeconds"`;
  return row ?? { subscriptions: {}, waiting: 0, dead: 0, oldestSeconds: 0 };
}
