import { authorize } from '../../access/authorize.js';
import { type BackgroundWork, inBatch, type Progress } from '../../jobs/worker/background-work.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Transaction } from '../../postgres/database.js';
import {
  type BulkWorkDeps,
  failBulk,
  givenUp,
  orError,
  principalFor,
  principalGone,
  recordEnd,
} from '../../processes/bulk/bulk-work.js';
import {
  advanceBulk,
  type BulkError,
  type BulkRepair,
  type BulkRow,
  insertErrors,
  lockRunning,
} from '../../processes/records/bulk/bulk-queries.js';
import type { UserPrincipal } from '../../use-case/caller.js';
import {
  deleteAllItems,
  deleteItems,
  doneWaiting,
  nextItems,
  updateItems,
  type Waits,
} from '../records/bulk/repair-items.js';
import type { RunDeps } from '../run/run-deps.js';
import { type RepairTask, repairOne } from './repair-one.js';
import { outcomeOfRetry } from './repair-outcome.js';

/** Runs that are locked by one transaction. */
const BATCH = 50;
/** Runs that were asked, looked at again in one transaction. */
const LOOKED_AT = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** How many runs were asked whose outcome is not known yet. */
const WAITING = 'WAITING';

/**
 * What a worker does of repairs of runs: one batch at a time. It first counts the outcomes that have become known since, then asks
 * the next runs. What is done to the runs, the rows of what is left and the counts commit together, so that the counts are those
 * of the runs, whatever crashes when. The user who asked for it is looked up again for each batch.
 */
export const repairWork = (
  deps: BulkWorkDeps,
  runs: RunDeps,
  { batchSize = BATCH }: { readonly batchSize?: number } = {},
): BackgroundWork => ({
  kind: 'bulk-repair',
  async runBatch(job, { log }) {
    const subProject = await orError(() => deps.subProjects.load(job.subProjectId));
    return inBatch(deps.db, job, async (tx) => {
      const bulk = await lockRunning(tx, job);
      const progress = bulk === undefined ? 'finished' : await batchOf(tx, bulk);
      if (progress === 'finished') await deleteAllItems(tx, job);
      return progress;
    });

    async function batchOf(tx: Transaction, bulk: BulkRow): Promise<Progress> {
      const { repair } = bulk;
      if (repair === null) throw new Error(`the bulk operation ${bulk.id} repairs nothing`);
      const principal = await principalFor(tx, deps, bulk);
      if (principal === undefined) return failBulk(tx, bulk, undefined, principalGone());
      if (subProject instanceof CatalogueError) return failBulk(tx, bulk, principal, subProject);
      const access = await orError(() => authorize(principal, subProject, 'workflow.operate', errorIds.mayNotCall));
      if (access instanceof CatalogueError) return failBulk(tx, bulk, principal, access);
      const actor = { principal, traceId: bulk.traceId };
      const task = { actor, subProject, access, repair, reason: bulk.reason, log, bulkId: bulk.id };
      return takeBatch(tx, runs, { bulk, principal, task, batchSize });
    }
  },
  async giveUp(tx, job) {
    const bulk = await lockRunning(tx, job);
    await deleteAllItems(tx, job);
    if (bulk === undefined) return 'finished';
    return failBulk(tx, bulk, await principalFor(tx, deps, bulk), givenUp());
  },
});

interface Batch {
  readonly bulk: BulkRow;
  readonly principal: UserPrincipal;
  readonly task: RepairTask;
  readonly batchSize: number;
}

async function takeBatch(
  tx: Transaction,
  deps: RunDeps,
  { bulk, principal, task, batchSize }: Batch,
): Promise<Progress> {
  const counts = new Counts(bulk);
  await settle(tx, bulk, counts);
  const { repair } = task;
  const sick = sicknessOf(repair, counts);
  if (sick !== undefined) return failBulk(tx, counts.row(), principal, sick);
  const asked = await ask(tx, deps, { bulk, task, counts, limit: mayAsk(repair, counts, batchSize) });
  const isDone = counts.asked === bulk.total && counts.waiting === 0;
  if (counts.isChanged) {
    const row = counts.row();
    const advance = { ...row, state: isDone ? ('COMPLETED' as const) : ('RUNNING' as const), failure: null };
    await advanceBulk(tx, bulk, advance);
    if (isDone) await recordEnd(tx, bulk, principal, advance);
  }
  if (isDone) return 'finished';
  const idleMs = Date.now() - bulk.updatedTs.getTime();
  if (!counts.isChanged && idleMs > DAY_MS) return failBulk(tx, counts.row(), principal, noOutcome(counts.waiting));
  if (asked > 0 && !isHeldUp(repair, counts) && counts.asked < bulk.total) {
    return { inMs: repair.perMinute === undefined ? 0 : (asked * 60_000) / repair.perMinute };
  }
  // The longer nothing happens, the less often it looks.
  return { inMs: counts.isChanged ? 250 : Math.min(30_000, Math.max(250, idleMs / 10)) };
}

/** Counts the outcomes that are known now. */
async function settle(tx: Transaction, bulk: BulkRow, counts: Counts): Promise<void> {
  if (counts.waiting === 0) return;
  const known: number[] = [];
  const waiting: (Waits & { readonly position: number })[] = [];
  for (const { position, instanceKey, jobKey, status, state } of await doneWaiting(tx, bulk, LOOKED_AT)) {
    const outcome = status === null || state === null ? 'DELETED' : outcomeOfRetry(status, state, instanceKey);
    if (typeof outcome === 'string') {
      counts.settled(outcome);
      known.push(position);
    } else if (outcome.jobKey !== jobKey) waiting.push({ position, ...outcome });
  }
  await deleteItems(tx, bulk, known);
  await updateItems(tx, bulk, waiting);
}

/** Asks the next runs. @returns how many */
async function ask(
  tx: Transaction,
  deps: RunDeps,
  { bulk, task, counts, limit }: Pick<Batch, 'bulk' | 'task'> & { readonly counts: Counts; readonly limit: number },
): Promise<number> {
  if (limit === 0) return 0;
  const items = await nextItems(tx, bulk, limit);
  const errors: BulkError[] = [];
  const known: number[] = [];
  const waiting: (Waits & { readonly position: number })[] = [];
  for (const item of items) {
    const { position, processId } = item;
    const outcome = await repairOne(tx, deps, task, item);
    if (outcome instanceof CatalogueError) {
      errors.push({ processId: processId ?? '', errorId: outcome.id, detail: outcome.detail });
      known.push(position);
    } else if (typeof outcome === 'string') {
      counts.became(outcome);
      known.push(position);
    } else {
      counts.became(WAITING);
      waiting.push({ position, ...outcome });
    }
  }
  await insertErrors(tx, bulk, bulk.failed, errors);
  counts.refused(errors.length);
  await deleteItems(tx, bulk, known);
  await updateItems(tx, bulk, waiting);
  return items.length;
}

/** How many runs may be asked now. */
function mayAsk(repair: BulkRepair, counts: Counts, batchSize: number): number {
  const { canary, perMinute } = repair;
  if (isHeldUp(repair, counts)) return 0;
  const untilJudged = canary === undefined || counts.asked >= canary.count ? batchSize : canary.count - counts.asked;
  const inASecond = perMinute === undefined ? batchSize : Math.max(1, Math.floor(perMinute / 60));
  return Math.min(batchSize, untilJudged, inASecond);
}

/** Whether the outcomes of the canary are waited for. */
const isHeldUp = ({ canary }: BulkRepair, counts: Counts): boolean =>
  canary !== undefined && counts.asked === canary.count && counts.waiting > 0;

/** Why the others are not asked: too many of the canary refused or failed again. */
function sicknessOf({ canary }: BulkRepair, counts: Counts): Pick<Error, 'message'> | undefined {
  if (canary === undefined || counts.asked !== canary.count || counts.asked === counts.total || counts.waiting > 0)
    return undefined;
  const bad = counts.failed + counts.of('FAILED_AGAIN');
  if (bad * 100 <= canary.mostFailedPercent * canary.count) return undefined;
  return {
    message: `Of the first ${canary.count}, ${bad} failed again or refused, which is more than ${canary.mostFailedPercent} %. The other ${counts.total - counts.asked} were not asked.`,
  };
}

const noOutcome = (waiting: number): Pick<Error, 'message'> => ({
  message: `${waiting} had no outcome for 24 hours. They go on, and are no longer counted. See getQueues whether a worker takes their jobs.`,
});

/** The counts of a repair as a batch changes them. */
class Counts {
  readonly #bulk: BulkRow;
  readonly #outcomes: Map<string, number>;
  failed: number;
  isChanged = false;

  constructor(bulk: BulkRow) {
    this.#bulk = bulk;
    this.#outcomes = new Map(Object.entries(bulk.outcomes));
    this.failed = bulk.failed;
  }

  get total(): number {
    return this.#bulk.total;
  }

  get waiting(): number {
    return this.of(WAITING);
  }

  /** Those that were asked, whether or not their outcome is known. */
  get asked(): number {
    return this.failed + [...this.#outcomes.values()].reduce((sum, count) => sum + count, 0);
  }

  of(outcome: string): number {
    return this.#outcomes.get(outcome) ?? 0;
  }

  became(outcome: string): void {
    this.#outcomes.set(outcome, this.of(outcome) + 1);
    this.isChanged = true;
  }

  /** The outcome of one that was waited for. */
  settled(outcome: string): void {
    const left = this.waiting - 1;
    if (left === 0) this.#outcomes.delete(WAITING);
    else this.#outcomes.set(WAITING, left);
    this.became(outcome);
  }

  refused(count: number): void {
    this.failed += count;
    if (count > 0) this.isChanged = true;
  }

  /** The row with these counts. */
  row(): BulkRow {
    return {
      ...this.#bulk,
      done: this.asked - this.failed - this.waiting,
      failed: this.failed,
      outcomes: Object.fromEntries(this.#outcomes),
    };
  }
}
