import { systemPrincipal } from '../caller.js';
import type { Log } from '../postgres/log.js';
import { type Database, sql, type Transaction, transaction } from '../postgres/pool.js';
import { appendAudit } from './append.js';

/** Months after this one that there is a partition for: a service without a worker writes for that long. */
export const MONTHS_AHEAD = 3;

/** How long dropping may hold up those who write to the log; the chore comes again. */
const LOCK_TIMEOUT_MS = 2000;

/** @see keepAuditPartitions */
export interface AuditKeeping {
  readonly db: Database;
  /** Rows are kept at least this many days; undefined: for ever. */
  readonly retentionDays: number | undefined;
  readonly log: Log;
}

/** Sees to it that there are partitions for {@link MONTHS_AHEAD}; cheap when there are. Several processes may do it at once. */
export async function addAuditPartitions(db: Database): Promise<number> {
  const [row] = await db<{ added: number }>`select add_audit_partitions(${MONTHS_AHEAD}) as added`;
  return row?.added ?? 0;
}

/**
 * The chore of the audit log (D20): makes room for the months to come and, with a retention, drops the partitions whose
 * newest possible row is older than it. Dropping costs the same whatever the number of rows. That it happened is itself a
 * row of the log, in the same transaction.
 *
 * @returns the names of the partitions that were dropped
 */
export async function keepAuditPartitions({ db, retentionDays, log }: AuditKeeping): Promise<readonly string[]> {
  await addAuditPartitions(db);
  if (retentionDays === undefined) return [];
  const dropped = await transaction(db, (tx) => drop(tx, retentionDays));
  if (dropped.length > 0) log.info({ partitions: dropped, retentionDays }, 'audit rows forgotten');
  return dropped;
}

async function drop(tx: Transaction, retentionDays: number): Promise<readonly string[]> {
  await tx`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
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
