import type { BulkDryRun } from '@millrace/contract';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { LAST_ID } from '../../kernel/identifiers.js';
import type { Transaction } from '../../postgres/database.js';
import type { ChangeProcess } from '../change/change-process.js';
import { type ErrorReason, lockMatching, type MatchingProcess } from '../records/bulk/bulk-queries.js';
import { presentReason } from './bulk-reasons.js';
import { type BulkChange, changeOne } from './change-one.js';

/** Processes that a dry run tries. */
const MOST_TRIED = 1000;
/** Of one savepoint: as long others wait for their rows. */
const BATCH = 100;
const MOST_REASONS = 50;

/** Undoes a batch; nobody else sees it. */
class Undo extends Error {}

interface Outcomes {
  changed: number;
  unchanged: number;
  refused: number;
  readonly reasons: Map<string, { -readonly [K in keyof ErrorReason]: ErrorReason[K] }>;
}

/**
 * Does to the newest matches what the update would do, and undoes it batch by batch: what it says is what a process would
 * answer, with its schema, transitions, unique values and references. Nothing is kept and nobody is woken.
 */
export async function dryRun(
  tx: Transaction,
  changeProcess: ChangeProcess,
  change: BulkChange,
  newestTs: Date | null,
): Promise<BulkDryRun> {
  const outcomes: Outcomes = { changed: 0, unchanged: 0, refused: 0, reasons: new Map() };
  let tried = 0;
  let before = { beforeTs: newestTs ?? new Date(), beforeId: LAST_ID };
  while (tried < MOST_TRIED) {
    const batch = await tryBatch(tx, changeProcess, change, before, outcomes);
    tried += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) break;
    before = { beforeTs: last.createdTs, beforeId: last.id };
  }
  const reasons = [...outcomes.reasons.values()].sort((a, b) => b.count - a.count).slice(0, MOST_REASONS);
  return {
    tried: String(tried),
    changed: String(outcomes.changed),
    unchanged: String(outcomes.unchanged),
    refused: String(outcomes.refused),
    reasons: reasons.map(presentReason),
  };
}

async function tryBatch(
  tx: Transaction,
  changeProcess: ChangeProcess,
  change: BulkChange,
  before: { readonly beforeTs: Date; readonly beforeId: string },
  outcomes: Outcomes,
): Promise<readonly MatchingProcess[]> {
  const { rights, subProject } = change;
  let batch: readonly MatchingProcess[] = [];
  const work = tx.savepoint(async () => {
    const bulk = { ...before, subProjectId: subProject.id };
    batch = (await lockMatching(tx, { ...rights, bulk, limit: BATCH })).processes;
    for (const process of batch) {
      const outcome = await changeOne(tx, { changeProcess, processChanged: nobodyIsWoken }, change, process);
      note(outcomes, process.id, outcome);
    }
    throw new Undo();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return batch;
}

const nobodyIsWoken = async (): Promise<void> => undefined;

function note(outcomes: Outcomes, processId: string, outcome: 'changed' | 'unchanged' | CatalogueError): void {
  if (!(outcome instanceof CatalogueError)) {
    outcomes[outcome] += 1;
    return;
  }
  outcomes.refused += 1;
  const key = `${outcome.id} ${outcome.detail}`;
  const known = outcomes.reasons.get(key) ?? { errorId: outcome.id, detail: outcome.detail, count: 0, processIds: [] };
  known.count += 1;
  if (known.processIds.length < 5) known.processIds = [...known.processIds, processId];
  outcomes.reasons.set(key, known);
}
