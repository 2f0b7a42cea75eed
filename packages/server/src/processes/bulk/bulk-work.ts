import { appendAudit } from '../../audit/records/append.js';
import type { PrincipalOf } from '../../identity/records/principal-of.js';
import { type BackgroundWork, inBatch, type Progress } from '../../jobs/worker/background-work.js';
import { unauthenticated } from '../../kernel/errors/access-errors.js';
import { CatalogueError } from '../../kernel/errors/catalogue-error.js';
import { errorIds } from '../../kernel/errors/error-ids.js';
import type { Database, Transaction } from '../../postgres/database.js';
import type { SubProjects } from '../../sub-projects/configuration/sub-projects.js';
import { systemPrincipal, type UserPrincipal } from '../../use-case/caller.js';
import {
  type Advance,
  advanceBulk,
  type BulkError,
  type BulkRow,
  insertErrors,
  lockMatching,
  lockRunning,
} from '../records/bulk/bulk-queries.js';
import { attemptOne } from './attempt-one.js';
import type { BulkKind, BulkTask } from './bulk-kind.js';

/** What bulk operations need of the other features. */
export interface BulkWorkDeps {
  readonly db: Database;
  readonly subProjects: SubProjects;
  readonly principalOf: PrincipalOf;
}

/**
 * What a worker does of bulk operations: one batch at a time, of which the changes, the errors and the position commit together.
 * The user who asked for it is looked up again for each batch: rights that are gone end it as FAILED, as does a configuration
 * that no longer has what it names.
 */
export const bulkWork = (deps: BulkWorkDeps, kind: BulkKind): BackgroundWork => ({
  kind: kind.kind,
  async runBatch(job, { log }) {
    const subProject = await orError(() => deps.subProjects.load(job.subProjectId));
    return inBatch(deps.db, job, async (tx) => {
      const bulk = await lockRunning(tx, job);
      if (bulk === undefined) return 'finished';
      const principal = await principalFor(tx, deps, bulk);
      if (principal === undefined) return failBulk(tx, bulk, undefined, principalGone());
      if (subProject instanceof CatalogueError) return failBulk(tx, bulk, principal, subProject);
      const rights = await orError(() => kind.rights(subProject, principal, bulk));
      if (rights instanceof CatalogueError) return failBulk(tx, bulk, principal, rights);
      return takeBatch(tx, kind, { bulk, principal, subProject, rights, log });
    });
  },
  async giveUp(tx, job) {
    const bulk = await lockRunning(tx, job);
    if (bulk === undefined) return 'finished';
    return failBulk(tx, bulk, await principalFor(tx, deps, bulk), givenUp());
  },
});

/** The log of the server names the cause, which may hold what its caller must not see. */
export const givenUp = () =>
  new CatalogueError(
    errorIds.internal,
    'The bulk operation was given up because a batch failed again and again. See the log of the server.',
  );

export const principalGone = () => unauthenticated('The client or user that asked for it is disabled or gone.');

/** Who asked for it, as they are now; undefined when they are disabled or gone. */
export const principalFor = (
  tx: Transaction,
  { principalOf }: Pick<BulkWorkDeps, 'principalOf'>,
  { userId, clientId, scopes }: BulkRow,
): Promise<UserPrincipal | undefined> => principalOf(tx, { userId, clientId: clientId ?? undefined, scopes });

interface Batch extends BulkTask {
  readonly bulk: BulkRow;
}

async function takeBatch(tx: Transaction, kind: BulkKind, batch: Batch): Promise<Progress> {
  const { bulk, principal, subProject, rights } = batch;
  const { batchSize: limit, lock } = kind;
  const { versionId, processes } = await lockMatching(tx, { ...rights, bulk, limit, lock });
  // Deployed meanwhile: nothing is written, and the next batch is decided by the new configuration.
  if (versionId !== subProject.versionId) return 'more';
  const errors: BulkError[] = [];
  const outcomes: Record<string, number> = { ...bulk.outcomes };
  for (const process of processes) {
    const outcome = await attemptOne(tx, kind, batch, process);
    if (outcome instanceof CatalogueError) {
      errors.push({ processId: process.id, errorId: outcome.id, detail: outcome.detail });
    } else outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  }
  await insertErrors(tx, bulk, bulk.failed, errors);
  const last = processes.at(-1);
  const advance: Advance = {
    state: processes.length < limit ? 'COMPLETED' : 'RUNNING',
    done: bulk.done + processes.length - errors.length,
    failed: bulk.failed + errors.length,
    outcomes,
    beforeTs: last?.createdTs ?? bulk.beforeTs,
    beforeId: last?.id ?? bulk.beforeId,
    failure: null,
  };
  await advanceBulk(tx, bulk, advance);
  if (advance.state === 'RUNNING') return 'more';
  await recordEnd(tx, bulk, principal, advance);
  return 'finished';
}

/** Ends a bulk operation as a whole; what it did stays. */
export async function failBulk(
  tx: Transaction,
  bulk: BulkRow,
  principal: UserPrincipal | undefined,
  error: Pick<Error, 'message'>,
): Promise<Progress> {
  const advance: Advance = { ...bulk, state: 'FAILED', failure: { detail: error.message } };
  await advanceBulk(tx, bulk, advance);
  await recordEnd(tx, bulk, principal, advance);
  return 'finished';
}

/** The audit row of the end. */
export const recordEnd = (tx: Transaction, bulk: BulkRow, principal: UserPrincipal | undefined, advance: Advance) =>
  appendAudit(tx, { principal: principal ?? systemPrincipal, traceId: bulk.traceId }, [
    {
      action: advance.state === 'FAILED' ? 'bulk.fail' : 'bulk.complete',
      subProjectId: bulk.subProjectId,
      subjectType: 'bulk',
      subjectId: bulk.id,
      processId: null,
      before: { state: bulk.state },
      after: { state: advance.state, done: advance.done, failed: advance.failed },
    },
  ]);

/** What work gives, or the error of ours that it ended with. */
export async function orError<T>(work: () => T | Promise<T>): Promise<T | CatalogueError> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogueError) return error;
    throw error;
  }
}
