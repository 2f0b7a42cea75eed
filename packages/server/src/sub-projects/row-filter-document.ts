import type { Filter } from '../filters/filter.js';
import type { FieldDefinition } from './sub-project.js';

/**
 * A role's row filter as the document writes it (D12): the filter language over the keys of getProcess without
 * `subProjectId_id`, where `"$user.id"` stands for the caller.
 */
export function parseRowFilter(
  json: Readonly<Record<string, unknown>>,
  _fields: ReadonlyMap<string, FieldDefinition>,
): Filter {
  throw new Error(`row filters are not parsed yet: ${JSON.stringify(json)}`);
}
