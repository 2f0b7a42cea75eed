import { type Database, type Transaction, transaction } from '../../postgres/database.js';

/** How long a change of the partitions may make readers and writers of the log wait. It is tried again later. */
const LOCK_TIMEOUT_MS = 1000;

const changing = <T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> =>
  transaction(db, async (tx) => {
    await tx`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`;
    return work(tx);
  });

/** Makes the partitions of this month and of those after it; cheap when they are there. */
export const addEventPartitions = (db: Database, monthsAhead: number): Promise<void> =>
  changing(db, async (tx) => {
    await tx`select add_event_partitions(${monthsAhead})`;
  });

/**
 * Drops the months whose events are all older than the retention.
 *
 * @returns the names of the partitions that were dropped
 */
export const dropEventPartitions = (db: Database, retentionDays: number): Promise<readonly string[]> =>
  changing(db, async (tx) => {
    const dropped = await tx<{ name: string }>`select name from drop_old_event_partitions(${retentionDays}::integer)`;
    return dropped.map(({ name }) => name);
  });
