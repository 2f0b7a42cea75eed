import { operations } from '@millrace/contract';
import type { Access } from '../access/authorize.js';
import { lastChanges } from '../audit/last-changes.js';
import type { UseCase } from '../caller.js';
import { compileFilter } from '../filters/compile-filter.js';
import { parsing, processListErrorIds } from '../filters/filter-error.js';
import { processFilterKeys } from '../filters/filter-keys.js';
import { parseInclude } from '../filters/include.js';
import { metaOf, parsePage } from '../filters/paging.js';
import { parseFilter, parseFilterText } from '../filters/parse-filter.js';
import { compileSort, parseSort } from '../filters/sort.js';
import { sql } from '../postgres/sql.js';
import { enter } from '../sub-projects/enter.js';
import type { SubProject } from '../sub-projects/sub-project.js';
import { unexpectedAs } from '../unexpected.js';
import { enterProcess } from './enter-process.js';
import { type FieldVisibility, fieldVisibility } from './field-visibility.js';
import { type ListedProcess, listProcesses, type ProcessListQuery } from './list-processes.js';
import { includable, presentProcess } from './present-process.js';
import { processFilterColumns } from './process-filter-columns.js';
import { processListTarget } from './process-list-request.js';
import type { ProcessDeps } from './process-ports.js';
import { rowCondition } from './row-condition.js';

type Request = Parameters<UseCase<'getProcess'>>[1];

/** Newest first (D4), the order `processes_newest` has. */
const newestFirst = [{ key: 'createdTs', descending: true }] as const;

/** getProcess: the processes of a sub-project that match and that the caller may see (D4, D5, D13, D15). */
export const getProcess =
  (deps: Pick<ProcessDeps, 'db' | 'subProjects'>): UseCase<'getProcess'> =>
  async (caller, request) => {
    const filters = parsing(processListErrorIds, () => parseFilterText(request.filters));
    const target = processListTarget(filters);
    const { subProject, access } = await enter(deps.subProjects, caller, target.subProjectId, operations.getProcess);
    if (target.processId !== undefined) {
      await enterProcess(deps.db, subProject, access, target.processId, { unknown: { id: 1221 }, outside: 1210 });
    }
    const visibility = fieldVisibility(subProject, access);
    const query = parsing(processListErrorIds, () => readQuery(subProject, access, visibility, request, target.rest));
    const include = parsing(processListErrorIds, () => parseInclude(request.include, includable));
    const { total, processes } = await listProcesses(deps.db, query);
    const changes = include.has('lastChange') ? await changesOf(deps, processes) : undefined;
    return {
      meta: metaOf(query.page, total),
      processes: processes.map((process) =>
        presentProcess(process, visibility.of(process.covered), include, changes?.get(process.id)),
      ),
    };
  };

function readQuery(
  subProject: SubProject,
  access: Access,
  visibility: FieldVisibility,
  request: Request,
  filters: Readonly<Record<string, unknown>>,
): ProcessListQuery {
  const seen = [...subProject.fields.values()].filter((field) => visibility.somewhere.has(field.name));
  const keys = processFilterKeys(seen);
  const columns = processFilterColumns(subProject.fields, visibility.read);
  const filter = parseFilter(filters, keys, '/filters');
  const terms = parseSort(request.sort, keys);
  return {
    where: sql.and([
      sql`p.sub_project_id = ${subProject.id}`,
      rowCondition(subProject, access),
      compileFilter(filter, columns),
    ]),
    orderBy: compileSort(terms.length === 0 ? newestFirst : terms, columns, sql`p.id`),
    covered: visibility.covered,
    page: parsePage(request),
  };
}

const changesOf = (deps: Pick<ProcessDeps, 'db'>, processes: readonly ListedProcess[]) =>
  unexpectedAs(1227, 'The latest changes could not be read.', () =>
    lastChanges(
      deps.db,
      processes.map((process) => process.id),
    ),
  );
