import type { Log } from '../../kernel/log.js';
import { type Database, isRetryable, sqlState, transaction } from '../../postgres/database.js';
import { addEventPartitions, dropEventPartitions } from '../records/event-partitions.js';
import { findUnsequenced, hintEvents, sequenceEvents, tryLockEvents } from '../records/sequence.js';

/** Events of one transaction: it holds the lock of the log for some milliseconds. */
const BATCH = 2000;

/** Months after this one that the log has a partition for. */
const MONTHS_AHEAD = 3;

const NO_PARTITION = '23514';
const LOCK_NOT_AVAILABLE = '55P03';

/** Gives events their places in the log (ADR 9). Any number of server processes may do it at once. */
export interface EventSequencer {
  /** Moves the events of every sub-project to its log. Periodic maintenance calls it. */
  keep(): Promise<void>;
  /**
   * Moves the events of one sub-project to its log, unless another session does so already.
   *
   * @returns false when another session does
   */
  sequence(subProjectId: string): Promise<boolean>;
  /** Makes the months to come, and drops those that are older than the retention. Periodic maintenance calls it. */
  keepPartitions(): Promise<void>;
}

export interface SequencerOptions {
  readonly db: Database;
  /** Channel of the hints. */
  readonly channel: string;
  readonly retentionDays: number;
  readonly log: Log;
}

export function createSequencer({ db, channel, retentionDays, log }: SequencerOptions): EventSequencer {
  const batch = (subProjectId: string): Promise<number | undefined> =>
    transaction(db, async (tx) => {
      if (!(await tryLockEvents(tx, subProjectId))) return undefined;
      const { taken, logged } = await sequenceEvents(tx, subProjectId, BATCH);
      if (logged > 0) await hintEvents(tx, channel, subProjectId);
      return taken;
    });
  const sequence = async (subProjectId: string): Promise<boolean> => {
    for (;;) {
      const taken = await batch(subProjectId).catch(async (error: unknown) => {
        if (sqlState(error) !== NO_PARTITION) throw error;
        await addEventPartitions(db, MONTHS_AHEAD);
        return batch(subProjectId);
      });
      if (taken === undefined) return false;
      if (taken < BATCH) return true;
    }
  };
  return {
    sequence,
    async keep() {
      for (const subProjectId of await findUnsequenced(db)) {
        await sequence(subProjectId).catch((error: unknown) => {
          if (!isRetryable(error))
            log.warn({ err: error, subProjectId }, 'events could not be numbered; tried again later');
        });
      }
    },
    async keepPartitions() {
      try {
        await addEventPartitions(db, MONTHS_AHEAD);
        const dropped = await dropEventPartitions(db, retentionDays);
        if (dropped.length > 0) log.info({ partitions: dropped, retentionDays }, 'old events deleted');
      } catch (error) {
        if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
        log.warn({ err: error }, 'the event log is in use; its partitions are changed later');
      }
    },
  };
}
