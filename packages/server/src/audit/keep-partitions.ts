import type { Log } from '../kernel/log.js';
import { type Database, sql, sqlState, type Transaction, transaction } from '../postgres/database.js';
import { systemPrincipal } from '../use-case/caller.js';
import { appendAudit } from './records/append.js';

/** Months after this one that there is a partition for; what is written later still goes to `audit_log_later`. */
export const MONTHS_AHEAD = 3;

/** How long changing the partitions may hold up those who use the log; the chore comes again. */
const LOCK_TIMEOUT_MS = 1000;

/** @see keepAuditPartitions */
export interface AuditKeeping {
  readonly db: Database;
  /** Rows are kept at least this many days; undefined: for ever. */
  readonly retentionDays: number | undefined;
  readonly log: Log;
}

/**
 * Sees to it that there are partitions for {@link MONTHS_AHEAD}; cheap when there are. Several processes may do it at once.
 * Rows that were written while there was no month for them become a partition of their own, without being copied.
 *
 * @param options.now clock of the database; a test may move it
 */
export async function keepAuditMonths(
  db: Database,
  { log, now }: { readonly log: Log; readonly now?: Date },
): Promise<void> {
  try {
    await settleLaterRows(db, log, now);
    await addMonths(db, now);
  } catch (error) {
    // Somebody reads or writes for long. There is room meanwhile, and if there were none, there is `audit_log_later`.
    if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
    log.warn({ err: error }, 'the audit log is in use; its next months are made later');
  }
}

const LOCK_NOT_AVAILABLE = '55P03';

const addMonths = (db: Database, now: Date | undefined): Promise<void> =>
  changePartitions(db, async (tx) => {
    await tx`select add_audit_partitions(${MONTHS_AHEAD}, coalesce(${now ?? null}::timestamptz, now()))`;
  });

/** The rows are read once, by the statement in the middle, under a lock that lets others read and write. */
async function settleLaterRows(db: Database, log: Log, now: Date | undefined): Promise<void> {
  const [later] = await db<{ found: boolean }>`select exists (select from audit_log_later) as found`;
  if (later?.found !== true) return;
  const isBound = await changePartitions(db, async (tx) => {
    const [row] = await tx<{ bound: boolean }>`
      select bound_later_audit_rows(coalesce(${now ?? null}::timestamptz, now())) as bound`;
    return row?.bound === true;
  });
  if (!isBound) return;
  await transaction(db, async (tx) => {
    await tx`select set_config('statement_timeout', '0', true)`;
    await tx.run(sql`alter table audit_log_later validate constraint audit_log_later_bound`);
  });
  await changePartitions(db, async (tx) => {
    const [row] = await tx<{ name: string | null }>`select settle_later_audit_rows() as name`;
    if (row?.name) log.warn({ partition: row.name }, 'audit rows without a month became a partition of their own');
  });
}

const changePartitions = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
    return work(tx);
  });

/**
 * The chore of the audit log (D20): makes room for the months to come and, with a retention, drops the partitions whose
 * newest possible row is older than it. Dropping costs the same whatever the number of rows. That it happened is itself a
 * row of the log, in the same transaction.
 *
 * @returns the names of the partitions that were dropped
 */
export async function keepAuditPartitions({ db, retentionDays, log }: AuditKeeping): Promise<readonly string[]> {
  await keepAuditMonths(db, { log });
  if (retentionDays === undefined) return [];
  const dropped = await changePartitions(db, (tx) => drop(tx, retentionDays));
  if (dropped.length > 0) log.info({ partitions: dropped, retentionDays }, 'audit rows forgotten');
  return dropped;
}

async function drop(tx: Transaction, retentionDays: number): Promise<readonly string[]> {
  await tx`lock table audit_partitions in share row exclusive mode`;
  const old = await tx<{ name: string; untilTs: Date }>`
    delete from audit_partitions where until_ts <= now() - make_interval(days => ${retentionDays}::integer)
    returning name, until_ts as "untilTs"`;
  for (const { name } of old) await tx.run(sql`drop table ${sql.id(name)}`);
  const untilTs = old.reduce((latest, one) => Math.max(latest, one.untilTs.getTime()), 0);
  if (old.length > 0) {
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
  }
  return old.map(({ name }) => name);
}
