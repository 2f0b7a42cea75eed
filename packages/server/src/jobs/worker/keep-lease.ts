import type { Log } from '../../kernel/log.js';
import type { Queryable } from '../../postgres/database.js';
import type { Lease } from '../records/job.js';
import { prolongLease } from '../records/lease-reports.js';

/** So that one lost attempt, e.g. while PostgreSQL restarts, does not cost the lease. */
const PROLONGED_PER_LEASE = 3;

/**
 * Prolongs a lease to `leaseMs` from now, again and again, for as long as its work goes on in this process. One prolongation
 * is under way at a time: it may wait for a transaction that holds the job's row, and holds a connection meanwhile. A lease
 * that was lost is let go: the report about the work will be dropped.
 *
 * @param lost called once when the lease turns out to be lost
 * @returns ends it; the last prolongation may still be under way
 */
export function keepLease(
  db: Queryable,
  lease: Lease,
  leaseMs: number,
  log: Log,
  lost: () => void = () => undefined,
): () => void {
  let ended = false;
  let underWay = false;
  const timer = setInterval(() => {
    if (underWay) return;
    underWay = true;
    const prolonged = prolongLease(db, lease, leaseMs).finally(() => {
      underWay = false;
    });
    prolonged.then(
      (end) => {
        if (end !== undefined || ended) return;
        clearInterval(timer);
        lost();
      },
      (error: unknown) => log.warn({ err: error, job: lease.id }, 'a lease could not be prolonged just now'),
    );
  }, leaseMs / PROLONGED_PER_LEASE).unref();
  return () => {
    ended = true;
    clearInterval(timer);
  };
}
