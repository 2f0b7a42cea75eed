import type { RunKey } from '../../jobs/records/job.js';
import { type Fragment, sql } from '../../postgres/database.js';
import type { RunIdentity } from './run-identity.js';

/** A subscription as a step of the engine opened it: the run waits for a message, signal or condition. */
export interface NewSubscription {
  /** The engine's number of it. */
  readonly key: number;
  readonly kind: 'message' | 'signal' | 'condition';
  readonly elementId: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
}

/** The statement that stores the new subscriptions of a run. */
export const insertSubscriptions = (
  run: RunIdentity,
  subscriptions: readonly NewSubscription[],
  at: Date,
): Fragment => sql`
  insert into subscriptions (run_id, key, sub_project_id, process_id, kind, element_id, name, correlation_key, created_ts)
  select ${run.id}::uuid, key, ${run.subProjectId}::uuid, ${run.processId}::uuid, kind, "elementId", name,
    "correlationKey", ${at}::timestamptz
  from json_to_recordset(${sql.json(subscriptions)}::json)
    as subscription (key integer, kind text, "elementId" text, name text, "correlationKey" text)`;

/** The statement that deletes subscriptions of a run by their engine numbers. */
export const deleteSubscriptions = (run: RunKey, keys: readonly number[]): Fragment => sql`
  delete from subscriptions
  where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and key = any(${keys}::integer[])`;
