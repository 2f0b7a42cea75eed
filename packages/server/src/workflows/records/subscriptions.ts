import { type Fragment, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';

/** A row of `subscriptions` as a step made it. */
export interface SubscriptionToStore {
  readonly key: number;
  readonly kind: 'message' | 'signal' | 'condition';
  readonly element_id: string;
  readonly name: string | null;
  readonly correlation_key: string | null;
}

export function insertSubscriptions(
  run: RunIdentity,
  subscriptions: readonly SubscriptionToStore[],
  at: Date,
): Fragment {
  return sql`
    insert into subscriptions (run_id, key, sub_project_id, process_id, kind, element_id, name, correlation_key, created_ts)
    select ${run.id}::uuid, key, ${run.subProjectId}::uuid, ${run.processId}::uuid, kind, element_id, name, correlation_key,
      ${at}::timestamptz
    from json_to_recordset(${sql.json(subscriptions)}::json)
      as subscription (key integer, kind text, element_id text, name text, correlation_key text)`;
}

export function deleteSubscriptions(run: RunIdentity, keys: readonly number[]): Fragment {
  return sql`delete from subscriptions where run_id = ${run.id} and key = any(${keys}::integer[])`;
}
