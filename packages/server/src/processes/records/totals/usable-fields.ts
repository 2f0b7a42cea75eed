import type { Transaction } from '../../../postgres/database.js';
import { equalityIndexOf } from '../fields/index-definitions.js';

/**
 * The counted fields of a sub-project whose index is valid. Without the index, counting the processes of one value reads
 * every process, and a transaction that does so for minutes holds up the building of that index. Until then lists count
 * or read the processes of such a field themselves; its counters follow with the next change.
 */
export async function findUsableFields(tx: Transaction, subProjectId: string): Promise<readonly string[]> {
  const fields = await tx<{ field: string }>`
    select field from process_counted_fields where sub_project_id = ${subProjectId}`;
  if (fields.length === 0) return [];
  const indexes = await tx<{ name: string }>`
    select c.relname::text as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'processes'::regclass and i.indisvalid`;
  const valid = new Set(indexes.map(({ name }) => name));
  return fields.map(({ field }) => field).filter((field) => valid.has(equalityIndexOf(field)));
}
