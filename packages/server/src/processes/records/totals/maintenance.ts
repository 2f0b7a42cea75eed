import type { Queryable, Transaction } from '../../../postgres/database.js';
import { subProjectIds } from '../../../sub-projects/records/sub-project-queries.js';
import { buildSubProject, cutLong } from './build.js';
import { BLOCK } from './chain.js';
import { foldDeltas } from './fold.js';

/** The first four bytes of SHA-256('millrace totals'), as PostgreSQL's integer. */
const LOCK = -182_574_019;

/**
 * Locks the counters of a sub-project until the transaction ends: one transaction at a time changes them.
 *
 * @returns false when another transaction has the lock
 */
export async function tryLockTotals(tx: Transaction, subProjectId: string): Promise<boolean> {
  const [lock] = await tx<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId})) as taken`;
  return lock?.taken === true;
}

/** As {@link tryLockTotals}; waits for the transaction that has the lock. */
export async function lockTotals(tx: Transaction, subProjectId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${LOCK}::integer, hashtext(${subProjectId}))`;
}

/** Whether the sub-project has counters. */
async function hasTotals(tx: Transaction, subProjectId: string): Promise<boolean> {
  const { count } = await tx`
    select from process_chains where sub_project_id = ${subProjectId} and field = '' and facet = ''`;
  return count > 0;
}

/** After this everything the transaction sees is in the counters. The transaction must have locked the totals. */
export async function foldOrBuild(tx: Transaction, subProjectId: string): Promise<void> {
  if (!(await hasTotals(tx, subProjectId))) return buildSubProject(tx, subProjectId);
  await cutLong(tx, subProjectId, await foldDeltas(tx, subProjectId));
}

/**
 * Sub-projects with deltas, with processes and no counters, or with many and no blocks. Grows with the sub-projects: some
 * probes of indexes each.
 */
export async function findStaleTotals(db: Queryable): Promise<readonly string[]> {
  const rows = await db<{ id: string }>`
    select s.id from (${subProjectIds}) s
    where exists (select from process_deltas d where d.sub_project_id = s.id)
      or exists (select from processes p where p.sub_project_id = s.id)
        and not exists (select from process_chains c where c.sub_project_id = s.id and c.field = '' and c.facet = '')
      or exists (select from process_chains c where c.sub_project_id = s.id and c.field = '' and c.facet = ''
        and c.total > ${2 * BLOCK}
        and not exists (select from process_tree_blocks b
          where b.sub_project_id = s.id and b.chain_id = c.id and b.parent_id is null))`;
  return rows.map((row) => row.id);
}
