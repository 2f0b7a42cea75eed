import type { Log } from '../../kernel/log.js';
import type { Database, Queryable } from '../../postgres/database.js';
import { isRetryable, type Transaction, transaction } from '../../postgres/database.js';
import { buildSubProject, cutLong } from '../records/totals/build.js';
import { BLOCK } from '../records/totals/chain.js';
import { foldDeltas } from '../records/totals/fold.js';

/** Keeps the counters of processes close behind the changes. Lists are exact without it; they get slower. */
export interface TotalsKeeper {
  /** Brings the counters of every sub-project up to date; builds those that are missing. For a chore. */
  keep(): Promise<void>;
  /** A list had to add up many deltas of this sub-project: folds them soon, in the background. */
  nudge(subProjectId: string): void;
  /** Resolves when no nudge is under way. */
  settled(): Promise<void>;
}

/** @param db without a statement timeout: counting ten million processes for the first time takes a minute */
export function createTotalsKeeper({ db, log }: { readonly db: Database; readonly log: Log }): TotalsKeeper {
  const nudged = new Set<string>();
  let running: Promise<void> = Promise.resolve();
  const fold = async (subProjectId: string): Promise<void> => {
    try {
      await bringUpToDate(db, subProjectId);
    } catch (error) {
      // Others fold too. What is left is taken by the next one.
      if (!isRetryable(error)) log.warn({ err: error, subProjectId }, 'totals could not be brought up to date');
    }
  };
  return {
    async keep() {
      for (const subProjectId of await findStale(db)) await fold(subProjectId);
    },
    nudge(subProjectId) {
      if (nudged.has(subProjectId)) return;
      nudged.add(subProjectId);
      running = running.then(() => fold(subProjectId)).finally(() => nudged.delete(subProjectId));
    },
    settled: () => running,
  };
}

/** Brings the counters of one sub-project up to date in one transaction, unless somebody else is at it. */
export async function bringUpToDate(db: Database, subProjectId: string): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      if (await takeTotals(tx, subProjectId)) await foldOrBuild(tx, subProjectId);
    },
    { isolation: 'repeatable read' },
  );
}

/** After this everything the transaction sees is in the counters. The transaction must have the totals. */
export async function foldOrBuild(tx: Transaction, subProjectId: string): Promise<void> {
  const [chain] = await tx`
    select id from process_chains where sub_project_id = ${subProjectId} and field = '' and facet = ''`;
  if (chain === undefined) return buildSubProject(tx, subProjectId);
  await cutLong(tx, subProjectId, await foldDeltas(tx, subProjectId));
}

/**
 * Counts a sub-project anew, whatever its counters say: after rows were loaded past the triggers, or to mend them.
 * Lists stay exact meanwhile. Fields are built again by the next update of the indexes.
 */
export async function rebuildTotals(db: Database, subProjectId: string): Promise<void> {
  await transaction(
    db,
    async (tx) => {
      await tx`select pg_advisory_xact_lock(${lockOf}::integer, hashtext(${subProjectId}))`;
      await buildSubProject(tx, subProjectId);
    },
    { isolation: 'repeatable read' },
  );
}

/** The first four bytes of SHA-256('millrace totals'), as PostgreSQL's integer. */
const lockOf = -182_574_019;

/** Of all folders one at a time works on a sub-project; false when it is another one. Held until the transaction ends. */
export async function takeTotals(tx: Transaction, subProjectId: string): Promise<boolean> {
  const [lock] = await tx<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${lockOf}::integer, hashtext(${subProjectId})) as taken`;
  return lock?.taken === true;
}

/**
 * Sub-projects with deltas, with processes and no counters, or with many and no blocks. Grows with the sub-projects: some
 * probes of indexes each.
 */
async function findStale(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select s.id from sub_projects s
    where exists (select from process_deltas d where d.sub_project_id = s.id)
      or exists (select from processes p where p.sub_project_id = s.id)
        and not exists (select from process_chains c where c.sub_project_id = s.id and c.field = '' and c.facet = '')
      or exists (select from process_chains c where c.sub_project_id = s.id and c.field = '' and c.facet = ''
        and c.total > ${2 * BLOCK}
        and not exists (select from process_tree_blocks b where b.chain_id = c.id and b.parent_id is null))`;
  return rows.map((row) => row.id);
}
