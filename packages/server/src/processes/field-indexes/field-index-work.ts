import { setTimeout as sleep } from 'node:timers/promises';
import { keepOutcome, wakeWaiting } from '../../jobs/records/installation-jobs.js';
import { type LeasedJob, newJob } from '../../jobs/records/job.js';
import { returnLease } from '../../jobs/records/lease-reports.js';
import { storeJobOnce } from '../../jobs/records/store-jobs.js';
import { type BackgroundWork, inBatch, type Progress } from '../../jobs/worker/background-work.js';
import { INSTALLATION_ID } from '../../kernel/identifiers.js';
import { type Database, sqlState, type Transaction } from '../../postgres/database.js';
import { type UpdateOptions, type UpdateSearchTexts, updateFieldIndexes } from './field-indexes.js';

/** A session that has just finished lets go of its lock within this time. */
const LOCK_LINGERS_MS = 1000;
const LOCK_PAUSE_MS = 100;
/**
 * The job of a worker that finishes wakes the one that waits. So this is only how long a job waits for a worker that ended
 * without finishing.
 */
const BUSY_DELAY_MS = 60_000;

/**
 * What a worker does of field indexes: all of them in one go, since an index is built by one statement outside every
 * transaction. A session lock keeps a second worker away that was given the job because the lease of the first was lost.
 *
 * @param db without a statement timeout, of at least three connections
 */
export const fieldIndexWork = ({
  db,
  searchTexts,
}: {
  readonly db: Database;
  readonly searchTexts?: UpdateSearchTexts;
}): BackgroundWork => ({
  kind: 'field-index',
  async runBatch(job, { signal, log }) {
    const updated = await Promise.race([
      updateUnlessBusy(db, { log, signal, ...(searchTexts === undefined ? {} : { searchTexts }) }),
      rejectOn(signal),
    ]).catch((error: unknown) => {
      throw new Error(causeOf(error), { cause: error });
    });
    if (updated) return inBatch(db, job, (tx) => finish(tx, job, null));
    return (await returnLease(db, job, BUSY_DELAY_MS)) ? 'done' : 'stale';
  },
  // The fields show the reason. The next deployment asks again, or periodic maintenance.
  giveUp: (tx, job, reason) => finish(tx, job, reason),
});

async function updateUnlessBusy(db: Database, options: UpdateOptions): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < LOCK_LINGERS_MS; waitedMs += LOCK_PAUSE_MS) {
    if (await updateFieldIndexes(db, options)) return true;
    await sleep(LOCK_PAUSE_MS, undefined, { signal: options.signal });
  }
  return updateFieldIndexes(db, options);
}

async function finish(tx: Transaction, job: LeasedJob, error: string | null): Promise<Progress> {
  await keepOutcome(tx, job, error);
  await wakeWaiting(tx, job.kind);
  return 'finished';
}

/** What went wrong, for people who may not read the log: without names of files, and without SQL. */
function causeOf(error: unknown): string {
  const state = sqlState(error);
  if (state === undefined) return error instanceof Error ? error.message : String(error);
  if (state === '53100') return 'the disk of the database is full';
  if (state === '42501') return 'the user of the database may not create indexes on the table processes';
  return `PostgreSQL refused an index with the error ${state}; the log of the worker has its message`;
}

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
