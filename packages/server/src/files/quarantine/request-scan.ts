import { newJob } from '../../jobs/records/job.js';
import { storeJobs } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';
import type { FileKey } from '../records/file-row.js';
import { setScanState } from '../records/quarantine/scan-queries.js';

/**
 * Puts a closed file into quarantine and asks for its scan, which a worker does after the transaction.
 *
 * @param round of attempts, from 0; the later ones wait
 */
export async function requestScan(tx: Transaction, file: FileKey, round = 0, delayMs = 0): Promise<void> {
  await setScanState(tx, file, { state: 'pending', detail: null, rounds: round });
  const now = Date.now();
  const job = newJob({
    subProjectId: file.subProjectId,
    kind: 'file-scan',
    lane: 'background',
    dueTs: new Date(now + delayMs),
    payload: { fileId: file.id, round },
  });
  await storeJobs(tx, [job], now);
}
