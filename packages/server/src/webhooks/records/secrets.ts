import { type Queryable, sql, type Transaction } from '../../postgres/database.js';
import type { SubscriptionKey } from './subscriptions.js';

/** A secret as it is stored. */
export interface StoredSecret {
  readonly id: string;
  readonly kind: 'hmac' | 'ed25519';
  readonly sealed: string;
  readonly publicKey: string | null;
  readonly shownTs: Date | null;
  /** Null: the current one. */
  readonly expiresTs: Date | null;
}

export async function insertSecret(
  tx: Transaction,
  { subProjectId, id: subscriptionId }: SubscriptionKey,
  secret: Omit<StoredSecret, 'expiresTs'>,
): Promise<void> {
  await tx`insert into subscription_secrets ${sql.rows([
    {
      sub_project_id: subProjectId,
      subscription_id: subscriptionId,
      id: secret.id,
      kind: secret.kind,
      sealed: secret.sealed,
      public_key: secret.publicKey,
      shown_ts: secret.shownTs,
      created_ts: new Date(),
    },
  ])}`;
}

/** The secrets that sign now, the current one first. */
export async function validSecrets(
  db: Queryable,
  { subProjectId, id }: SubscriptionKey,
): Promise<readonly StoredSecret[]> {
  return db<StoredSecret>`
    select k.id, k.kind, k.sealed, k.public_key as "publicKey", k.shown_ts as "shownTs", k.expires_ts as "expiresTs"
    from subscription_secrets k
    where k.sub_project_id = ${subProjectId} and k.subscription_id = ${id} and (k.expires_ts is null or k.expires_ts > now())
    order by k.expires_ts desc nulls first, k.id`;
}

/** Ends the current secret after the overlap, and those before it no later. */
export async function expireSecrets(
  tx: Transaction,
  { subProjectId, id }: SubscriptionKey,
  overlapSeconds: number,
): Promise<void> {
  const end = sql`now() + ${overlapSeconds} * interval '1 second'`;
  await tx`
    update subscription_secrets k set expires_ts = least(coalesce(k.expires_ts, ${end}), ${end})
    where k.sub_project_id = ${subProjectId} and k.subscription_id = ${id}`;
  await tx`
    delete from subscription_secrets k
    where k.sub_project_id = ${subProjectId} and k.subscription_id = ${id} and k.expires_ts <= now()`;
}

export async function noteShown(
  tx: Transaction,
  { subProjectId, id }: SubscriptionKey,
  secretId: string,
): Promise<void> {
  await tx`
    update subscription_secrets k set shown_ts = now()
    where k.sub_project_id = ${subProjectId} and k.subscription_id = ${id} and k.id = ${secretId}`;
}

/** A secret of a subscription of any sub-project. */
export interface SealedSubscriptionSecret {
  readonly subProjectId: string;
  readonly subscriptionId: string;
  readonly id: string;
  readonly sealed: string;
}

/** Secrets of the subscriptions of all sub-projects after the given one, at most 500; locks them. */
export function sealedSubscriptionSecrets(
  tx: Transaction,
  after: Omit<SealedSubscriptionSecret, 'sealed'>,
): Promise<readonly SealedSubscriptionSecret[]> {
  return tx<SealedSubscriptionSecret>`
    select k.sub_project_id as "subProjectId", k.subscription_id as "subscriptionId", k.id, k.sealed
    from subscription_secrets k
    where (k.sub_project_id, k.subscription_id, k.id)
      > (${after.subProjectId}::uuid, ${after.subscriptionId}::uuid, ${after.id}::uuid)
    order by k.sub_project_id, k.subscription_id, k.id limit 500 for update`;
}

export async function replaceSubscriptionSecret(
  tx: Transaction,
  { subProjectId, subscriptionId, id, sealed }: SealedSubscriptionSecret,
): Promise<void> {
  await tx`
    update subscription_secrets k set sealed = ${sealed}
    where k.sub_project_id = ${subProjectId} and k.subscription_id = ${subscriptionId} and k.id = ${id}`;
}
