import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Queryable } from '../../postgres/database.js';
import type { BackgroundKind, JobKind, Lease } from './job.js';
import { notify } from './store-jobs.js';

// Background work that belongs to the installation and not to a sub-project.

/** Keeps with a job that ends now why it failed; null when it did not. The caller has locked its lease. */
export async function keepOutcome(tx: Queryable, lease: Lease, error: string | null): Promise<void> {
  await tx`
    update jobs set last_error = ${error} where sub_project_id = ${lease.subProjectId} and id = ${lease.id}`;
}

/**
 * Why the last job of a kind that ended has failed; undefined when it did not fail, or none has ended within a day. A job
 * has its error from its last attempt, so the kind must keep the outcome of every job with {@link keepOutcome}.
 */
export async function lastFailure(db: Queryable, kind: BackgroundKind): Promise<string | undefined> {
  const [row] = await db<{ error: string | null }>`
    select last_error as error from jobs where sub_project_id = ${INSTALLATION_ID} and kind = ${kind} and not open
    order by id desc limit 1`;
  return row?.error ?? undefined;
}

/** Makes the waiting jobs of a kind due, and notifies workers on commit. */
export async function wakeWaiting(tx: Queryable, kind: JobKind): Promise<void> {
  const { count } = await tx`
    update jobs set due_ts = date_trunc('milliseconds', clock_timestamp())
    where sub_project_id = ${INSTALLATION_ID} and kind = ${kind} and open and not leased and due_ts > now()`;
  if (count > 0) await notify(tx, ['background']);
}
