import { newJob } from '../../jobs/records/job.js';
import { returnLease } from '../../jobs/records/lease-reports.js';
import { storeJobOnce } from '../../jobs/records/store-jobs.js';
import { type BackgroundWork, inBatch } from '../../jobs/worker/background-work.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import type { Database, Transaction } from '../../postgres/database.js';
import { updateFieldIndexes } from './field-indexes.js';

/** Until a worker looks again whether another one has finished. */
const BUSY_DELAY_MS = 1000;

/**
 * What a worker does of field indexes: all of them in one go, since an index is built by one statement outside every
 * transaction. A session lock keeps a second worker away that was given the job because the lease of the first was lost.
 *
 * @param db without a statement timeout, of at least three connections
 */
export const fieldIndexWork = ({ db }: { readonly db: Database }): BackgroundWork => ({
  kind: 'field-index',
  async runBatch(job, { signal, log }) {
    const updated = await Promise.race([updateFieldIndexes(db, { log, signal }), rejectOn(signal)]);
    if (updated) return inBatch(db, job, async () => 'finished');
    return (await returnLease(db, job, BUSY_DELAY_MS)) ? 'done' : 'stale';
  },
  // The log has the reason, and the fields are not ready. The next deployment asks again, or periodic maintenance.
  giveUp: async () => 'finished',
});

/** Asks for field indexes to be brought up to date, after this transaction. */
export async function requestFieldIndexes(tx: Transaction): Promise<void> {
  const dueTs = new Date();
  const job = newJob({ subProjectId: INSTALLATION_ID, kind: 'field-index', lane: 'background', dueTs });
  await storeJobOnce(tx, job, dueTs.getTime());
}

/** An index that is being built is not waited for: closing the connections of `db` ends it. */
function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const interrupt = () => reject(new Error('the building of indexes was interrupted'));
    if (signal.aborted) interrupt();
    else signal.addEventListener('abort', interrupt, { once: true });
  });
}
