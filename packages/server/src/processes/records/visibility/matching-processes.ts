import type { Access } from '../../../access/authorize.js';
import { compileFilter } from '../../../filters/compile-filter.js';
import { type Filter, processFilterKeys } from '../../../filters/filter.js';
import { parseFilter } from '../../../filters/parse-filter.js';
import type { Queryable } from '../../../postgres/database.js';
import type { SubProject } from '../../../sub-projects/configuration/sub-project.js';
import { processFilterColumns } from '../fields/process-fields.js';
import { processVisibility } from './process-visibility.js';

/**
 * Reads a filter over processes that may name the fields that a caller sees.
 *
 * @throws FilterError for an unknown key or field, or a value that does not fit
 */
export function readProcessFilter(subProject: SubProject, access: Access, json: object, at: string): Filter {
  const { fields } = processVisibility(subProject, access);
  return parseFilter(
    json,
    processFilterKeys([...subProject.fields.values()].filter(({ name }) => fields.has(name))),
    at,
  );
}

/** Of the given processes those that match the filter, as the caller sees them; one lookup by primary key for each. */
export async function matchingProcesses(
  db: Queryable,
  subProject: SubProject,
  access: Access,
  filter: Filter,
  processIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows, readField } = processVisibility(subProject, access);
  const found = await db<{ id: string }>`
    select p.id from processes p
    where p.sub_project_id = ${subProject.id} and p.id = any(${processIds}::uuid[]) and ${rows}
      and ${compileFilter(
        filter,
        processFilterColumns(subProject.fields, readField, () => false),
      )}`;
  return new Set(found.map(({ id }) => id));
}
