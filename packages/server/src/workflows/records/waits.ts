import type { Queryable } from '../../postgres/database.js';

/** What a run waits for besides tasks and jobs, as the wire has it. */
export interface RunWait {
  readonly elementId: string;
  readonly kind: string;
  readonly name: string | null;
  readonly correlationKey: string | null;
}

/** At most 1000. */
export async function listWaits(db: Queryable, runId: string): Promise<readonly RunWait[]> {
  return db<RunWait>`
    select element_id as "elementId", kind, name, correlation_key as "correlationKey"
    from subscriptions where run_id = ${runId} order by key limit 1000`;
}
