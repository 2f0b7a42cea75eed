import type { Transaction } from '../../../postgres/database.js';
import { equalityIndexOf } from '../fields/index-definitions.js';

/**
 * The counted fields of a sub-project whose index is there. Without it, one look at the processes of a value reads every
 * process, and a folder that does so for minutes holds up the building of that very index. What is passed over meanwhile
 * is counted, or walked, by lists; it is looked at again when it changes again.
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
