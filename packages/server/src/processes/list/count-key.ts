import { FIELD_PREFIX, processFilterKeys } from '../../filters/filter.js';
import { unknownKey } from '../../filters/parse-filter.js';
import type { SubProject } from '../../sub-projects/configuration/sub-project.js';
import type { CountKey } from '../records/list/count-by.js';
import type { ProcessVisibility } from '../records/visibility/process-visibility.js';

const columns = new Map([
  ['state', 'state'],
  ['priority', 'priority'],
  ['stageKey', 'stage_key'],
] as const);

/**
 * Reads what processes are counted by. It may be a field that the caller sees.
 *
 * @throws FilterError for any other key or field
 */
export function readCountKey(subProject: SubProject, visibility: ProcessVisibility, by: string): CountKey {
  const fields = [...subProject.fields.values()].filter(({ name }) => visibility.fields.has(name));
  const keys = new Map(
    [...processFilterKeys(fields)].filter(([key]) => columns.has(key as 'state') || key.startsWith(FIELD_PREFIX)),
  );
  if (!keys.has(by)) throw unknownKey('count', by, keys, '/by');
  const column = columns.get(by as 'state');
  if (column !== undefined) return { column };
  const name = by.slice(FIELD_PREFIX.length);
  return {
    field: name,
    value: visibility.readField(name),
    counted: subProject.fields.get(name)?.indexed === true && visibility.isAlwaysVisible(name),
  };
}
