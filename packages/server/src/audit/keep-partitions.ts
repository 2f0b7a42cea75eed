import type { Log } from '../kernel/log.js';
import { type Database, sqlState, type Transaction } from '../postgres/database.js';
import { systemPrincipal } from '../use-case/caller.js';
import { appendAudit } from './records/append.js';
import {
  addPartitions,
  allowLongStatements,
  boundLaterRows,
  changePartitions,
  dropPartitions,
  hasLaterRows,
  settleLaterRows,
  validateLaterRows,
} from './records/partitions.js';

/** Months after this one that there is a partition for; what is written later still goes to `audit_log_later`. */
export const MONTHS_AHEAD = 3;

/** @see keepAuditPartitions */
export interface AuditKeeping {
  readonly db: Database;
  /** Rows are kept at least this many days; undefined: for ever. */
  readonly retentionDays: number | undefined;
  readonly log: Log;
}

/**
 * Makes sure that there are partitions for {@link MONTHS_AHEAD}; cheap when there are. Several processes may do it at once.
 * Rows that were written while there was no month for them become a partition of their own, without being copied.
 *
 * @param options.now clock of the database; a test may move it
 */
export async function keepAuditMonths(
  db: Database,
  { log, now }: { readonly log: Log; readonly now?: Date },
): Promise<void> {
  try {
    await moveLaterRows(db, log, now);
    await changePartitions(db, (tx) => addPartitions(tx, MONTHS_AHEAD, now));
  } catch (error) {
    // Another session uses the log for long. Its partitions reach some months ahead, and `audit_log_later` takes the
    // rest.
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    log.warn({ err: error }, 'the audit log is in use; its next months are made later');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

async function moveLaterRows(db: Database, log: Log, now: Date | undefined): Promise<void> {
  if (!(await hasLaterRows(db))) return;
  if (!(await changePartitions(db, (tx) => boundLaterRows(tx, now)))) return;
  await validateLaterRows(db);
  const partition = await changePartitions(db, settleLaterRows);
  if (partition !== null) log.warn({ partition }, 'audit rows without a month became a partition of their own');
}

/**
 * The periodic maintenance of the audit log (D20): makes the partitions of the months to come and, with a retention, drops
 * those whose newest possible row is older than it. That it dropped some is itself a row of the log, in the same
 * transaction.
 *
 * @returns the names of the partitions that were dropped
 */
export async function keepAuditPartitions({ db, retentionDays, log }: AuditKeeping): Promise<readonly string[]> {
  await keepAuditMonths(db, { log });
  if (retentionDays === undefined) return [];
  const dropped = await changePartitions(db, (tx) => dropOld(tx, retentionDays));
  if (dropped.length > 0) log.info({ partitions: dropped, retentionDays }, 'audit rows forgotten');
  return dropped;
}

async function dropOld(tx: Transaction, retentionDays: number): Promise<readonly string[]> {
  // It reads the rows of sub-projects whose diagrams ask who set a field.
  await allowLongStatements(tx);
  const dropped = await dropPartitions(tx, retentionDays);
  if (dropped.length === 0) return [];
  const untilTs = Math.max(...dropped.map((partition) => partition.untilTs.getTime()));
  await appendAudit(tx, { principal: systemPrincipal, traceId: 'audit-retention' }, [
    {
      action: 'audit.forget',
      subProjectId: null,
      subjectType: 'audit',
      subjectId: 'audit_log',
      processId: null,
      before: null,
      after: { untilTs: new Date(untilTs).toISOString(), retentionDays },
    },
  ]);
  return dropped.map(({ name }) => name);
}
