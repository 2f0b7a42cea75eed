import { type Queryable, sql, type Transaction } from '../../postgres/database.js';

/** Something that a browser is to show. */
export interface NewPush {
  readonly subscriptionId: string;
  readonly userId: string;
  readonly subProjectId: string;
  readonly processId: string;
  /** Why the person is told. */
  readonly reasons: readonly string[];
}

/** A message that was not sent yet. It has the id of its job. */
export interface PushRow extends NewPush {
  readonly id: string;
  /** One more with every addition. */
  readonly version: number;
  readonly attempts: number;
  readonly createdTs: Date;
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Messages that were sent to the browser in this hour. */
  readonly sentInHour: number;
}

/** Stores messages. One about the same process that was not sent yet gets the reasons too. @returns ids of the new ones */
export async function storePushes(
  tx: Transaction,
  given: readonly (NewPush & { readonly id: string })[],
): Promise<readonly string[]> {
  const rows = given.map(({ id, subscriptionId, userId, subProjectId, processId, reasons }) => ({
    id,
    subscription_id: subscriptionId,
    user_id: userId,
    data: { subProjectId },
    process_id: processId,
    reasons,
  }));
  const stored = await tx<{ id: string; version: number }>`
    insert into pushes (id, subscription_id, user_id, process_id, data, reasons)
    select g.id, g.subscription_id, g.user_id, g.process_id, g.data, g.reasons
    from json_to_recordset(${sql.json(rows)}::json) as g
      (id uuid, subscription_id uuid, user_id uuid, process_id uuid, data jsonb, reasons text[])
    join push_subscriptions s on s.id = g.subscription_id
    order by g.subscription_id, g.process_id for key share of s
    on conflict (subscription_id, process_id) do update set version = pushes.version + 1,
      reasons = (select array_agg(distinct r) from unnest(pushes.reasons || excluded.reasons) as r)
    returning id, version`;
  return stored.filter(({ version }) => Number(version) === 1).map(({ id }) => id);
}

/** A message whose browser still belongs to its person. */
export async function findPush(db: Queryable, id: string): Promise<PushRow | undefined> {
  const [row] = await db<PushRow>`
    select p.id, p.subscription_id as "subscriptionId", p.user_id as "userId", p.data ->> 'subProjectId' as "subProjectId",
      p.process_id as "processId", p.reasons, p.version, p.attempts, p.created_ts as "createdTs", s.endpoint, s.p256dh, s.auth,
      case when s.hour_ts > now() - interval '1 hour' then s.hour_count else 0 end as "sentInHour"
    from pushes p join push_subscriptions s on s.id = p.subscription_id and s.user_id = p.user_id
    where p.id = ${id}`;
  return row;
}

export async function noteAttempt(tx: Transaction, id: string): Promise<void> {
  await tx`update pushes set attempts = attempts + 1 where id = ${id}`;
}

/** Deletes a message. @param version when something was added after this one, it stays @returns whether it is gone */
export async function deletePush(tx: Transaction, id: string, version?: number): Promise<boolean> {
  const rows = await tx<{ id: string }>`
    delete from pushes where id = ${id} and (${version ?? null}::bigint is null or version = ${version ?? null}::bigint) returning id`;
  if (rows.length > 0) return true;
  const left = await tx<{ id: string }>`select id from pushes where id = ${id}`;
  return left.length === 0;
}
