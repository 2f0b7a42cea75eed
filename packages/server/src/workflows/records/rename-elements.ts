import type { RunKey } from '../../jobs/records/job.js';
import { renameJobElements } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';

/**
 * Moves the open tasks, waits, incidents and jobs of a migrated run to the elements of the new version.
 *
 * @param mapping element ids of the old version to those of the new one
 */
export async function renameElements(
  tx: Transaction,
  run: RunKey,
  mapping: Readonly<Record<string, string>>,
): Promise<void> {
  const from = Object.keys(mapping);
  const to = Object.values(mapping);
  if (from.length === 0) return;
  await tx`
    update tasks set element_id = renamed.now from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and state = 'OPEN' and element_id = renamed.before`;
  await tx`
    update subscriptions set element_id = renamed.now
    from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and element_id = renamed.before`;
  await tx`
    update incidents set element_id = renamed.now from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where sub_project_id = ${run.subProjectId} and run_id = ${run.id} and resolved_ts is null and element_id = renamed.before`;
  await renameJobElements(tx, run, from, to);
}
