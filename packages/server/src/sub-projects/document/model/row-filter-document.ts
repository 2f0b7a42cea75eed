import { type Filter, processFilterKeys } from '../../../filters/filter.js';
import { parseFilter } from '../../../filters/parse-filter.js';
import type { FieldDefinition } from '../../fields/field-definition.js';

/**
 * A role's row filter as the document writes it (D12): the filter language over the keys of getProcess without
 * `subProjectId_id`, where `"$user.id"` stands for the caller.
 *
 * @param at JSON pointer of the filter in the document, for messages
 * @throws FilterError saying where the filter is wrong
 */
export function parseRowFilter(
  json: Readonly<Record<string, unknown>>,
  fields: ReadonlyMap<string, FieldDefinition>,
  at = '',
): Filter {
  const keys = new Map(processFilterKeys(fields.values()));
  keys.delete('subProjectId_id');
  return parseFilter(json, keys, at);
}
