import { invalidValue } from '../../kernel/errors/request-errors.js';
import { jsonPointer } from '../../kernel/json-pointer.js';
import type { Transaction } from '../../postgres/database.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import { setUniqueFields } from '../records/keys/process-keys.js';

/**
 * Makes the fields with `x-unique` unique in the transaction of a deployment (D75). Where a field becomes unique, the values
 * of all processes of the sub-project are read, and its processes cannot be written meanwhile: some seconds for a million.
 *
 * @throws CatalogueError 1232 when processes have the same value, naming some
 */
export async function enforceUniqueFields(tx: Transaction, subProject: SubProject): Promise<void> {
  const fields = [...subProject.fields.values()].filter(({ unique }) => unique).map(({ name }) => name);
  const repeated = await setUniqueFields(tx, subProject.id, fields);
  if (repeated.length === 0) return;
  throw invalidValue(
    'A field cannot become unique, because processes have the same value. Change these values first.',
    repeated.map(({ field, value, count }) => ({
      pointer: jsonPointer('document', 'fields', field, 'x-unique'),
      detail: `${count} processes have the value "${value}"`,
    })),
  );
}
