import { type Database, type Queryable, sql, type Transaction, transaction } from '../../postgres/database.js';

/** How far the audit log has partitions of its own. */
export interface PartitionCoverage {
  /** End of the last month that has one. */
  readonly untilTs: Date;
  /** Whether rows stand in the partition for all later times: writing goes on, but no partition was made in time. */
  readonly hasLaterRows: boolean;
}

/** Rows in the partition for all later times. The server reaches partitions through the log alone. */
const laterRows = sql`exists (
  select from audit_log a where a.created_ts >= (select max(until_ts) from audit_partitions))`;

/** Reads two rows of the catalogue of partitions; the size of the log does not matter. */
export async function findPartitionCoverage(db: Queryable): Promise<PartitionCoverage> {
  const [row] = await db<PartitionCoverage>`
    select max(until_ts) as "untilTs", ${laterRows} as "hasLaterRows" from audit_partitions`;
  if (row === undefined) throw new Error('a query without rows');
  return row;
}

/** How long a change of the partitions may make readers and writers of the log wait. It is tried again later. */
const LOCK_TIMEOUT_MS = 1000;

/** A transaction that changes partitions; it fails with 55P03 where it would have to wait for longer. */
export const changePartitions = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
    return work(tx);
  });

/**
 * Makes the partitions of this month and of those after it.
 *
 * @param now default the clock of the database
 */
export async function addPartitions(tx: Transaction, monthsAhead: number, now: Date | undefined): Promise<void> {
  await tx`select add_audit_partitions(${monthsAhead}, coalesce(${now ?? null}::timestamptz, now()))`;
}

/** Whether rows stand in the partition for all later times. */
export async function hasLaterRows(db: Queryable): Promise<boolean> {
  const [row] = await db<{ found: boolean }>`select ${laterRows} as found`;
  return row?.found === true;
}

/** Bounds the times of those rows by a constraint that is not validated yet; false when there are no rows. */
export async function boundLaterRows(tx: Transaction, now: Date | undefined): Promise<boolean> {
  const [row] = await tx<{ bound: boolean }>`
    select bound_later_audit_rows(coalesce(${now ?? null}::timestamptz, now())) as bound`;
  return row?.bound === true;
}

/** For statements of this transaction whose work grows with the log. */
export async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx`select set_config('statement_timeout', '0', true)`;
}

/** Reads those rows once, under a lock that lets others read and write. */
export const validateLaterRows = (db: Database): Promise<void> =>
  transaction(db, async (tx) => {
    await allowLongStatements(tx);
    await tx`select validate_later_audit_rows()`;
  });

/**
 * Makes those rows a partition of their own, without copying them. They must have been validated.
 *
 * @returns the name of the partition; null when there were no rows
 */
export async function settleLaterRows(tx: Transaction): Promise<string | null> {
  const [row] = await tx<{ name: string | null }>`select settle_later_audit_rows() as name`;
  return row?.name ?? null;
}

/** A partition that was dropped. */
export interface DroppedPartition {
  readonly name: string;
  /** No row of it was as new as this. */
  readonly untilTs: Date;
}

/**
 * Drops the partitions whose newest possible row is older than this retention and than the one that the owner of the log
 * has set ({@link setAuditRetention}). `field_editors` keeps who set fields, in sub-projects whose diagrams ask for it; without
 * them the cost does not depend on the rows.
 */
export const dropPartitions = (tx: Transaction, retentionDays: number): Promise<readonly DroppedPartition[]> =>
  tx<DroppedPartition>`
    select name, until_ts as "untilTs" from drop_old_audit_partitions(${retentionDays}::integer) order by until_ts`;

/** The retention that the owner of the log has set, and whether this session may set another. */
export interface AuditRetention {
  /** Null: no month is ever dropped. */
  readonly days: number | null;
  readonly isOwner: boolean;
}

export async function findAuditRetention(db: Queryable): Promise<AuditRetention> {
  const [row] = await db<AuditRetention>`
    select retention_days as days, has_table_privilege('audit_settings', 'update') as "isOwner" from audit_settings`;
  if (row === undefined) throw new Error('audit_settings has no row');
  return row;
}

/** Sets the retention; only the owner of the log may. Null: no month is ever dropped. */
export async function setAuditRetention(db: Queryable, days: number | null): Promise<void> {
  await db`update audit_settings set retention_days = ${days}::integer where retention_days is distinct from ${days}::integer`;
}
