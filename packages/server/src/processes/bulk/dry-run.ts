import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { LAST_ID } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import { type ErrorReason, lockMatching, type MatchingProcess } from '../records/bulk/bulk-queries.js';
import { attemptOne } from './attempt-one.js';
import type { BulkKind, BulkTask } from './bulk-kind.js';

/** Of one savepoint: as long others wait for their rows. */
const BATCH = 100;
const MOST_REASONS = 50;

/** Undoes a batch; nobody else sees it. */
class Undo extends Error {}

/** What was seen so far. */
interface Seen {
  readonly outcomes: Map<string, number>;
  readonly reasons: Map<string, { -readonly [K in keyof ErrorReason]: ErrorReason[K] }>;
  tried: number;
  refused: number;
}

/** What a dry run saw. */
export interface DryRun {
  readonly tried: number;
  readonly refused: number;
  /** Number of processes by what became of them, those that refused not included. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** The most frequent one first. */
  readonly reasons: readonly ErrorReason[];
}

/**
 * Does to the newest matches what the bulk operation would do, and undoes it batch by batch: what it says is what a process
 * would answer, with its schema, transitions, unique values and references. Nothing is kept.
 *
 * @param most processes that it tries
 */
export async function dryRun(
  tx: Transaction,
  kind: BulkKind,
  task: BulkTask,
  { newestTs, most }: { readonly newestTs: Date | null; readonly most: number },
): Promise<DryRun> {
  const seen = nothingSeen();
  let before = { beforeTs: newestTs ?? new Date(), beforeId: LAST_ID };
  while (seen.tried < most) {
    const limit = Math.min(BATCH, most - seen.tried);
    const batch = await tryBatch(tx, kind, task, { ...before, limit }, seen);
    seen.tried += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < limit) break;
    before = { beforeTs: last.createdTs, beforeId: last.id };
  }
  return told(seen);
}

/** Does something to each of a few, and undoes it. */
export async function dryRunOf<T>(
  tx: Transaction,
  all: readonly T[],
  attempt: (one: T) => Promise<string | CatalogueError>,
  processIdOf: (one: T) => string,
): Promise<DryRun> {
  const seen = nothingSeen();
  await undone(tx, async () => {
    for (const one of all) note(seen, processIdOf(one), await attempt(one));
  });
  return told({ ...seen, tried: all.length });
}

const nothingSeen = (): Seen => ({ outcomes: new Map(), reasons: new Map(), tried: 0, refused: 0 });

function told(seen: Seen): DryRun {
  const reasons = [...seen.reasons.values()].sort((a, b) => b.count - a.count).slice(0, MOST_REASONS);
  return { ...seen, reasons };
}

/** Does something in a savepoint, of which nothing is kept. */
async function undone(tx: Transaction, work: () => Promise<void>): Promise<void> {
  const attempt = tx.savepoint(async () => {
    await work();
    throw new Undo();
  });
  await attempt.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
}

async function tryBatch(
  tx: Transaction,
  kind: BulkKind,
  task: BulkTask,
  { limit, ...before }: { readonly beforeTs: Date; readonly beforeId: string; readonly limit: number },
  seen: Seen,
): Promise<readonly MatchingProcess[]> {
  const { rights, subProject } = task;
  let batch: readonly MatchingProcess[] = [];
  await undone(tx, async () => {
    const bulk = { ...before, subProjectId: subProject.id };
    batch = (await lockMatching(tx, { ...rights, bulk, limit, lock: kind.lock })).processes;
    for (const process of batch) note(seen, process.id, await attemptOne(tx, kind, task, process));
  });
  return batch;
}

function note(seen: Seen, processId: string, outcome: string | CatalogueError): void {
  if (!(outcome instanceof CatalogueError)) {
    seen.outcomes.set(outcome, (seen.outcomes.get(outcome) ?? 0) + 1);
    return;
  }
  seen.refused += 1;
  const key = `${outcome.id} ${outcome.detail}`;
  const known = seen.reasons.get(key) ?? { errorId: outcome.id, detail: outcome.detail, count: 0, processIds: [] };
  known.count += 1;
  if (known.processIds.length < 5) known.processIds = [...known.processIds, processId];
  seen.reasons.set(key, known);
}
