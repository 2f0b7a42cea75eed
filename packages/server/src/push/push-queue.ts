import { newId } from '../kernel/identifiers.js';
import type { Transaction } from '../postgres/database.js';
import { type NewPush, storePushes } from './records/pushes.js';

/** Where notifications leave what browsers are to show. */
export interface PushQueue {
  /** Stores messages in the transaction of what they tell of; a worker sends them after the commit. */
  add(tx: Transaction, pushes: readonly NewPush[]): Promise<void>;
}

/** @param storeJobs stores the jobs, with these ids, that send a message each */
export const createPushQueue = (
  storeJobs: (tx: Transaction, ids: readonly string[], now: number) => Promise<void>,
): PushQueue => ({
  async add(tx, pushes) {
    if (pushes.length === 0) return;
    const now = Date.now();
    const ids = await storePushes(
      tx,
      pushes.map((push) => ({ ...push, id: newId(now) })),
    );
    if (ids.length > 0) await storeJobs(tx, ids, now);
  },
});
