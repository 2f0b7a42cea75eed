import type { RunKey } from '../../jobs/records/job.js';
import { renameJobElements } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';

/** What a migrated run still has open stands at the elements of the new version. */
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
