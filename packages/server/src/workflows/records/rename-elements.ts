import { renameJobElements } from '../../jobs/records/store-jobs.js';
import type { Transaction } from '../../postgres/database.js';

/** What a migrated run still has open stands at the elements of the new version. */
export async function renameElements(
  tx: Transaction,
  runId: string,
  mapping: Readonly<Record<string, string>>,
): Promise<void> {
  const from = Object.keys(mapping);
  const to = Object.values(mapping);
  if (from.length === 0) return;
  await tx`
    update tasks set element_id = renamed.now from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where run_id = ${runId} and state = 'OPEN' and element_id = renamed.before`;
  await tx`
    update subscriptions set element_id = renamed.now
    from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where run_id = ${runId} and element_id = renamed.before`;
  await tx`
    update incidents set element_id = renamed.now from unnest(${from}::text[], ${to}::text[]) as renamed (before, now)
    where run_id = ${runId} and resolved_ts is null and element_id = renamed.before`;
  await renameJobElements(tx, runId, from, to);
}
