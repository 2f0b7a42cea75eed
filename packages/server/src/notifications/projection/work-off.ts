import type { Log } from '../../kernel/log.js';
import {
  type Database,
  DatabaseUnavailableError,
  isPassing,
  isRetryable,
  isStalePlan,
  sqlState,
  type Transaction,
  transaction,
} from '../../postgres/database.js';
import { noteFailure, type ProjectedWork, retryLater } from '../records/failures.js';

/** An item that fails is tried so often, and is then given up. */
export const MOST_TRIES = 5;
const FIRST_DELAY_MS = 2000;

/** The item that comes next. */
export interface NextItem {
  /** What names it among those of its sub-project. */
  readonly subject: string;
  /** Leaves it out for good. */
  pass(): Promise<void>;
}

/** Work of one kind in one sub-project. */
export interface BatchedWork {
  readonly name: ProjectedWork;
  /** Items of one batch. */
  readonly most: number;
  /** Does the next items in a transaction. @returns whether there may be more */
  batch(limit: number): Promise<boolean>;
  /** Locks the work of the sub-project and names its next item; undefined: another server has it, or there is none. */
  next(tx: Transaction): Promise<NextItem | undefined>;
}

/**
 * Does the work of a sub-project, batch by batch. When a batch fails for a reason of its own, its items are done one by one, so
 * that the others are not held back: the one that fails is tried five times in half a minute, and then given up, with a row that
 * says so and a line in the log.
 */
export async function workOff(
  { db, log }: { readonly db: Database; readonly log: Log },
  subProjectId: string,
  work: BatchedWork,
): Promise<void> {
  /** Items that are done one by one before there are batches again. */
  let oneByOne = 0;
  for (;;) {
    try {
      if (!(await work.batch(oneByOne > 0 ? 1 : work.most))) return;
      oneByOne = Math.max(0, oneByOne - 1);
    } catch (error) {
      if (isRetryable(error)) return;
      if (isOfTheDatabase(error)) {
        log.warn({ err: error, subProjectId }, 'events could not become notifications; tried again later');
        return;
      }
      if (oneByOne === 0) {
        oneByOne = work.most;
        continue;
      }
      if (!(await noteOrGiveUp(db, log, subProjectId, work, error))) return;
    }
  }
}

/** Whether the database failed and not the item: then no try counts. */
const isOfTheDatabase = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || isPassing(error) || isStalePlan(error);

/** @returns whether the item was given up, so that the next has its turn */
async function noteOrGiveUp(
  db: Database,
  log: Log,
  subProjectId: string,
  work: BatchedWork,
  error: unknown,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const item = await work.next(tx);
    if (item === undefined) return false;
    const failed = { subProjectId, work: work.name, subject: item.subject };
    const tries = await noteFailure(tx, failed, reasonOf(error));
    if (tries >= MOST_TRIES) {
      await item.pass();
      log.error({ err: error, ...failed, tries }, 'an event never became a notification: it was given up');
      return true;
    }
    await retryLater(tx, failed, FIRST_DELAY_MS * 2 ** (tries - 1));
    log.warn({ err: error, ...failed, tries }, 'an event could not become a notification; tried again later');
    return false;
  });
}

/** Without the message, which may have values of the event. */
function reasonOf(error: unknown): string {
  const state = sqlState(error);
  if (state !== undefined) return `SQLSTATE ${state}`;
  return error instanceof Error ? error.name : typeof error;
}
